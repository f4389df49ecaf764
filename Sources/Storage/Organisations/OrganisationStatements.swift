/// The SQL of organisations.
enum OrganisationStatements {
    static let byRegister = Statement(
        "organisation.byRegister", "SELECT" + Organisation.columns + "FROM organisation o WHERE o.register = $1")
    /// Parameters: register, citizen.
    static let standing = Statement(
        "organisation.standing",
        "SELECT" + Organisation.columns + "," + Representation.columns
            + """
            FROM organisation o LEFT JOIN representation r ON r.register = o.register AND r.citizen_id = $2
                AND r.state <> 'REVOKED'
            WHERE o.register = $1
            """)
    /// Parameter: citizen.
    static let represented = Statement(
        "organisation.represented",
        "SELECT" + Organisation.columns + "," + Representation.columns
            + """
            FROM representation r JOIN organisation o ON o.register = r.register
            WHERE r.citizen_id = $1 AND r.state = 'ACTIVE' AND o.active
                AND (r.valid_to IS NULL OR r.valid_to > clock_timestamp())
            ORDER BY o.register LIMIT 200
            """)
    /// Parameters: register, relying party or null.
    static let signers = Statement(
        "organisation.signers",
        "SELECT" + Representation.columns + "," + Citizen.columns
            + """
            , (SELECT s.id FROM rp_session s WHERE s.confirms = r.id AND ($2 IS NULL OR s.rp_id = $2) AND s.state = 'RUNNING'
                AND s.expires_at > clock_timestamp() ORDER BY s.created_at DESC, s.id LIMIT 1)
            FROM representation r JOIN citizen c ON c.id = r.citizen_id
            WHERE r.register = $1 AND r.state <> 'REVOKED' ORDER BY r.created_at, r.id LIMIT 200
            """)
    /// Parameters: citizen, relying party. A session is created at most its lifetime before its end: an hour covers it.
    static let hasLoggedIn = Statement(
        "organisation.hasLoggedIn",
        """
        SELECT EXISTS (SELECT 1 FROM rp_session s WHERE s.citizen_id = $1 AND s.rp_id = $2
            AND s.created_at > clock_timestamp() - interval '25 hours' AND s.flow = 'AUTHENTICATION'
            AND s.end_result = 'OK' AND s.completed_at > clock_timestamp() - interval '24 hours')
        """)
    static let setActive = Statement(
        "organisation.setActive", "UPDATE organisation SET active = $2 WHERE register = $1")
    static let setNameLatin = Statement(
        "organisation.setNameLatin", "UPDATE organisation SET name_latin = $2 WHERE register = $1")
    /// A Latin name that is known stays where none is said.
    static let upsert = Statement(
        "organisation.upsert",
        """
        INSERT INTO organisation (register, name, name_latin) VALUES ($1, $2, $3)
        ON CONFLICT (register) DO UPDATE SET name = excluded.name,
            name_latin = coalesce(excluded.name_latin, organisation.name_latin)
        """)
    /// Parameters: as `add`, then days.
    static let link = Statement(
        "representation.link",
        """
        INSERT INTO representation (id, register, citizen_id, role, right_type, rp_id, source, state, valid_to)
        VALUES ($1, $2, $3, $4, $5, $6, 'REGISTRY', 'ACTIVE', now() + $7 * interval '1 day')
        ON CONFLICT (register, citizen_id) WHERE state <> 'REVOKED' DO UPDATE SET role = excluded.role,
            right_type = excluded.right_type, rp_id = excluded.rp_id, source = 'REGISTRY', state = 'ACTIVE',
            valid_from = now(), valid_to = excluded.valid_to
        RETURNING id
        """)
    /// Parameters: id, register, citizen, role, right, relying party.
    static let add = Statement(
        "representation.add",
        """
        INSERT INTO representation (id, register, citizen_id, role, right_type, rp_id, source, state)
        VALUES ($1, $2, $3, $4, $5, $6, 'MANUAL', 'PENDING')
        """)
    static let lockPending = Statement(
        "representation.lockPending", "SELECT 1 FROM representation WHERE id = $1 AND state = 'PENDING' FOR UPDATE")
    /// Parameters: register, citizen.
    static let idOf = Statement(
        "representation.idOf",
        "SELECT id FROM representation WHERE register = $1 AND citizen_id = $2 AND state <> 'REVOKED'")
    /// The sessions in which a right would be confirmed.
    static let asking = Statement(
        "representation.asking",
        "SELECT id FROM rp_session WHERE confirms = $1 AND state = 'RUNNING' ORDER BY id FOR UPDATE")
    static let revoke = Statement(
        "representation.revoke",
        """
        UPDATE representation SET state = 'REVOKED', revoked_at = clock_timestamp()
        WHERE id = $1 AND state <> 'REVOKED'
        """)
}
