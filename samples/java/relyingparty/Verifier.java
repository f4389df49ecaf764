package relyingparty;

import static relyingparty.VerificationException.Reason;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.PolicyNode;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * Is this result what it says? Nothing in an answer counts before {@link #verify} has returned.
 *
 * @param roots certificates that came on a trusted way
 * @param scheme the operator's scheme name
 * @param level the least level that is enough
 */
record Verifier(
        Collection<X509Certificate> roots, Collection<X509Certificate> intermediates, String scheme, String level) {
    private static final List<String> LEVELS = List.of("ADVANCED", "QUALIFIED", "QSCD");
    // The certificate says its level by its policy: the same identifiers stand in docs/integration.md.
    private static final Map<String, String> LOGIN_POLICIES =
            Map.of("0.4.0.2042.1.3", "ADVANCED", "0.4.0.2042.1.1", "QUALIFIED", "0.4.0.2042.1.2", "QSCD");
    private static final Map<String, String> SIGNATURE_POLICIES =
            Map.of("0.4.0.2042.1.3", "ADVANCED", "0.4.0.194112.1.0", "QUALIFIED", "0.4.0.194112.1.2", "QSCD");
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    private static final String SERIAL_NUMBER = "2.5.4.5";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final int DIGITAL_SIGNATURE = 0;
    private static final int NON_REPUDIATION = 1;
    private static final int P256_BITS = 256;

    /** Verifies a completed session step by step, its certificates at the time {@code now}. */
    Signer verify(Asked asked, Map<String, Object> answer, Instant now) throws VerificationException {
        try {
            return verified(asked, answer, now);
        } catch (IllegalArgumentException error) {
            throw new VerificationException(Reason.MALFORMED, error);
        }
    }

    private Signer verified(Asked asked, Map<String, Object> answer, Instant now) throws VerificationException {
        String endResult = Json.text(answer, "result", "endResult");
        if (!Json.text(answer, "state").equals("COMPLETE") || !endResult.equals("OK")) {
            throw new VerificationException(Reason.END_RESULT, "the session ended with " + endResult);
        }
        if (!Json.text(answer, "signatureProtocol").equals(Json.text(asked.body(), "signatureProtocol"))) {
            throw new VerificationException(Reason.PROTOCOL, "not what was asked");
        }
        if (!Json.text(answer, "signature", "flowType").equals(asked.flow())) {
            throw new VerificationException(Reason.PROTOCOL, "another flow than was offered");
        }

        X509Certificate leaf = certificate(Base64.getDecoder().decode(Json.text(answer, "cert", "value")));
        Set<String> policies = verifyChain(leaf, now);
        verifyUsage(leaf, asked.isLogin());
        String found = Json.text(answer, "cert", "certificateLevel");
        verifyLevel(policies, found, asked.isLogin());
        String person = subject(leaf, SERIAL_NUMBER);
        if (asked.person() != null && !asked.person().equals(person)) {
            throw new VerificationException(
                    Reason.PERSON, "asked for " + asked.person() + ", the certificate is that of " + person);
        }
        byte[] signature = Base64.getDecoder().decode(Json.text(answer, "signature", "value"));
        if (asked.isLogin()) {
            verifySignature(leaf, "SHA256withECDSA", acspPayload(asked, answer), signature);
        } else {
            verifySignature(leaf, "NONEwithECDSA", digest(asked), signature);
        }
        return new Signer(
                person, subject(leaf, COMMON_NAME), Json.text(answer, "result", "documentNumber"), found, signature);
    }

    /** The eleven fields of ACSP_V2. What is ours comes from the request, never from the answer. */
    private byte[] acspPayload(Asked asked, Map<String, Object> answer) throws VerificationException {
        String interactions = Json.text(asked.body(), "interactions");
        String used = Json.text(answer, "interactionTypeUsed");
        String offered = new String(Base64.getDecoder().decode(interactions), StandardCharsets.UTF_8);
        if (!(Json.parse(offered) instanceof List<?> list)
                || list.stream().noneMatch(one -> used.equals(Json.object(one).get("type")))) {
            throw new VerificationException(Reason.PROTOCOL, "an interaction that was not offered: " + used);
        }
        return String.join(
                "|",
                scheme,
                "ACSP_V2",
                Json.text(answer, "signature", "serverRandom"),
                Json.text(asked.body(), "signatureProtocolParameters", "rpChallenge"),
                Json.text(answer, "signature", "userChallenge"),
                base64(utf8(Json.text(asked.body(), "relyingPartyName"))),
                "",
                // Of the Base64 text as it was sent, not of the JSON in it.
                base64(sha256(utf8(interactions))),
                used,
                "", // the callback: of Web2App and App2App only
                asked.flow())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] digest(Asked asked) throws VerificationException {
        byte[] digest = Base64.getDecoder().decode(Json.text(asked.body(), "signatureProtocolParameters", "digest"));
        if (asked.document() != null && !Arrays.equals(sha256(asked.document()), digest)) {
            throw new VerificationException(Reason.SIGNATURE, "the digest is not that of the document");
        }
        return digest;
    }

    /** From the leaf to a root of ours and to no other; the policies under which the whole chain stands. */
    private Set<String> verifyChain(X509Certificate leaf, Instant now) throws VerificationException {
        try {
            leaf.checkValidity(Date.from(now));
            // PKIX passes over a root that has expired, and would only say that there is no chain.
            if (roots.stream().noneMatch(root -> isValid(root, now))) {
                throw new CertificateExpiredException("no root is valid");
            }
            X509CertSelector target = new X509CertSelector();
            target.setCertificate(leaf);
            Set<TrustAnchor> anchors =
                    roots.stream().map(root -> new TrustAnchor(root, null)).collect(Collectors.toSet());
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
            parameters.setDate(Date.from(now));
            parameters.setRevocationEnabled(false); // there is no list and no OCSP yet
            CollectionCertStoreParameters known = new CollectionCertStoreParameters(intermediates);
            parameters.addCertStore(CertStore.getInstance("Collection", known));
            CollectionCertStoreParameters only = new CollectionCertStoreParameters(List.of(leaf));
            parameters.addCertStore(CertStore.getInstance("Collection", only));
            var built = (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX").build(parameters);
            Set<String> policies = new HashSet<>();
            collect(built.getPolicyTree(), built.getCertPath().getCertificates().size(), policies);
            return policies;
        } catch (CertificateExpiredException | CertificateNotYetValidException error) {
            throw new VerificationException(Reason.VALIDITY, error);
        } catch (GeneralSecurityException error) {
            throw new VerificationException(Reason.CHAIN, error);
        }
    }

    private static boolean isValid(X509Certificate certificate, Instant now) {
        return !now.isBefore(certificate.getNotBefore().toInstant())
                && !now.isAfter(certificate.getNotAfter().toInstant());
    }

    private static void collect(PolicyNode node, int depth, Set<String> policies) {
        if (node == null) {
            return;
        }
        if (node.getDepth() == depth) {
            policies.add(node.getValidPolicy());
        }
        node.getChildren().forEachRemaining(child -> collect(child, depth, policies));
    }

    private static void verifyUsage(X509Certificate leaf, boolean isLogin) throws VerificationException {
        boolean[] usage = leaf.getKeyUsage();
        boolean fits;
        try {
            List<String> extended = leaf.getExtendedKeyUsage();
            fits = usage != null
                    && (isLogin
                            ? usage[DIGITAL_SIGNATURE] && extended != null && extended.contains(CLIENT_AUTH)
                            : usage[NON_REPUDIATION] && !usage[DIGITAL_SIGNATURE]);
        } catch (CertificateException error) {
            throw new VerificationException(Reason.USAGE, error);
        }
        if (!fits) {
            throw new VerificationException(Reason.USAGE, "the certificate is for another use");
        }
    }

    private void verifyLevel(Set<String> policies, String said, boolean isLogin) throws VerificationException {
        Map<String, String> levels = isLogin ? LOGIN_POLICIES : SIGNATURE_POLICIES;
        if (policies.stream().noneMatch(policy -> said.equals(levels.get(policy)))) {
            throw new VerificationException(
                    Reason.LEVEL, "the answer says " + said + ", the certificate has the policies " + policies);
        }
        if (LEVELS.indexOf(said) < LEVELS.indexOf(level)) {
            throw new VerificationException(Reason.LEVEL, said + " is below " + level);
        }
    }

    private static void verifySignature(X509Certificate leaf, String algorithm, byte[] bytes, byte[] value)
            throws VerificationException {
        boolean isRight;
        if (!(leaf.getPublicKey() instanceof ECPublicKey key)
                || key.getParams().getOrder().bitLength() != P256_BITS) {
            throw new VerificationException(Reason.SIGNATURE, "not a key on P-256");
        }
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initVerify(key);
            signature.update(bytes);
            isRight = signature.verify(value);
        } catch (GeneralSecurityException error) {
            throw new VerificationException(Reason.SIGNATURE, error);
        }
        if (!isRight) {
            throw new VerificationException(
                    Reason.SIGNATURE, "the signature is not by this key over what was asked");
        }
    }

    private static X509Certificate certificate(byte[] der) throws VerificationException {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException error) {
            throw new VerificationException(Reason.CHAIN, error);
        }
    }

    private static String subject(X509Certificate certificate, String oid) throws VerificationException {
        X500Principal subject = certificate.getSubjectX500Principal();
        String name = subject.getName(X500Principal.RFC2253, Map.of(SERIAL_NUMBER, "serialNumber", COMMON_NAME, "CN"));
        String type = oid.equals(SERIAL_NUMBER) ? "serialNumber" : "CN";
        try {
            List<Object> values = new LdapName(name)
                    .getRdns().stream().filter(rdn -> rdn.getType().equals(type)).map(Rdn::getValue).toList();
            if (values.size() == 1 && values.get(0) instanceof String value) {
                return value;
            }
        } catch (InvalidNameException error) {
            throw new VerificationException(Reason.PERSON, error);
        }
        throw new VerificationException(Reason.PERSON, "the subject has no single " + type);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error); // every JDK has it
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
