"""Is this result what it says? Nothing in an answer counts before verify() has returned."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import ExtendedKeyUsageOID, ExtensionOID, NameOID

MAX_CHAIN = 8
LEVELS = ["ADVANCED", "QUALIFIED", "QSCD"]

# The certificate says its level by its policy: the same OIDs stand in docs/integration.md.
LOGIN_POLICIES = {
    "0.4.0.2042.1.3": "ADVANCED",
    "0.4.0.2042.1.1": "QUALIFIED",
    "0.4.0.2042.1.2": "QSCD",
}
SIGNATURE_POLICIES = {
    "0.4.0.2042.1.3": "ADVANCED",
    "0.4.0.194112.1.0": "QUALIFIED",
    "0.4.0.194112.1.2": "QSCD",
}
UNDERSTOOD = {
    ExtensionOID.BASIC_CONSTRAINTS,
    ExtensionOID.KEY_USAGE,
    ExtensionOID.EXTENDED_KEY_USAGE,
    ExtensionOID.CERTIFICATE_POLICIES,
}


class VerificationError(Exception):
    """The result is not to be believed. `reason` is for programs, the text for the log."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(f"{reason}: {text}")
        self.reason = reason


@dataclass(frozen=True)
class Trust:
    """What a relying party believes: root certificates that came on a trusted way, and the scheme's name."""

    roots: list[x509.Certificate]
    intermediates: list[x509.Certificate]
    scheme: str = "smart-id"
    level: str = "QUALIFIED"

    @classmethod
    def load(cls, root: str, issuing: str, scheme: str) -> Trust:
        with open(root, "rb") as roots, open(issuing, "rb") as intermediates:
            return cls(
                x509.load_pem_x509_certificates(roots.read()),
                x509.load_pem_x509_certificates(intermediates.read()),
                scheme,
            )


@dataclass(frozen=True)
class Asked:
    """What was asked, kept from the moment of the request. The body is the one that was sent, untouched."""

    body: dict[str, Any]
    flow: str  # "Notification" or "QR"
    person: str | None = None  # PNOMN- and a civil id; None: whoever opened the link
    document: bytes | None = None  # what the digest was made of


@dataclass(frozen=True)
class Signer:
    person: str
    name: str
    document_number: str
    level: str
    signature: bytes


def verify(asked: Asked, answer: dict[str, Any], trust: Trust, now: datetime) -> Signer:
    """Verifies a completed session, step by step.

    :param asked: the request of this session
    :param answer: the JSON object of GET /session/{id}
    :param now: the time at which the certificates must be valid, with a time zone
    :raises VerificationError: at the first step that fails
    """
    try:
        return _verify(asked, answer, trust, now)
    except (KeyError, TypeError, AttributeError, binascii.Error) as error:
        raise VerificationError("MALFORMED", f"the answer lacks a member: {error}") from error


def _verify(asked: Asked, answer: dict[str, Any], trust: Trust, now: datetime) -> Signer:
    if answer["state"] != "COMPLETE" or answer["result"]["endResult"] != "OK":
        raise VerificationError("END_RESULT", f"the session ended with {answer.get('result')}")
    if answer["signatureProtocol"] != asked.body["signatureProtocol"]:
        raise VerificationError("PROTOCOL", f"not what was asked: {answer['signatureProtocol']}")
    if answer["signature"]["flowType"] != asked.flow:
        raise VerificationError("PROTOCOL", f"another flow than was offered: {answer['signature']['flowType']}")

    is_login = asked.body["signatureProtocol"] == "ACSP_V2"
    try:
        leaf = x509.load_der_x509_certificate(base64.b64decode(answer["cert"]["value"], validate=True))
    except ValueError as error:
        raise VerificationError("CHAIN", f"not a certificate: {error}") from error
    _verify_chain(leaf, trust, now)
    _verify_usage(leaf, is_login)
    level = _verify_level(leaf, answer["cert"]["certificateLevel"], trust.level, is_login)
    person = _only(leaf.subject, NameOID.SERIAL_NUMBER)
    if asked.person is not None and person != asked.person:
        raise VerificationError("PERSON", f"asked for {asked.person}, the certificate is that of {person}")
    signature = base64.b64decode(answer["signature"]["value"], validate=True)
    if is_login:
        _verify_signature(leaf, signature, acsp_digest(asked, answer, trust.scheme))
    else:
        _verify_signature(leaf, signature, _document_digest(asked))
    name = _only(leaf.subject, NameOID.COMMON_NAME)
    return Signer(person, name, answer["result"]["documentNumber"], level, signature)


def acsp_digest(asked: Asked, answer: dict[str, Any], scheme: str) -> bytes:
    """SHA-256 of the payload of ACSP_V2. What is ours comes from the request, never from the answer."""
    signature = answer["signature"]
    interactions = asked.body["interactions"]
    fields = [
        scheme,
        "ACSP_V2",
        signature["serverRandom"],
        asked.body["signatureProtocolParameters"]["rpChallenge"],
        signature["userChallenge"],
        _text(asked.body["relyingPartyName"].encode()),
        "",
        # Of the Base64 text as it was sent, not of the JSON in it.
        _text(hashlib.sha256(interactions.encode()).digest()),
        _offered(answer["interactionTypeUsed"], interactions),
        "",  # the callback: of Web2App and App2App only
        asked.flow,
    ]
    return hashlib.sha256("|".join(fields).encode()).digest()


def _offered(used: str, interactions: str) -> str:
    if used not in [interaction["type"] for interaction in json.loads(base64.b64decode(interactions))]:
        raise VerificationError("PROTOCOL", f"an interaction that was not offered: {used}")
    return used


def _document_digest(asked: Asked) -> bytes:
    digest = base64.b64decode(asked.body["signatureProtocolParameters"]["digest"], validate=True)
    if asked.document is not None and hashlib.sha256(asked.document).digest() != digest:
        raise VerificationError("SIGNATURE", "the digest is not that of the document")
    return digest


def _verify_chain(leaf: x509.Certificate, trust: Trust, now: datetime) -> None:
    """From the leaf to a root of ours and to no other, every certificate valid at `now`."""
    certificate, below = leaf, 0
    while below < MAX_CHAIN:
        _verify_validity(certificate, now)
        _verify_extensions(certificate)
        for issuer in trust.roots + trust.intermediates:
            if _issued(certificate, issuer, below):
                break
        else:
            raise VerificationError("CHAIN", f"nobody known has issued {certificate.subject.rfc4514_string()}")
        if issuer in trust.roots:
            return _verify_validity(issuer, now)
        certificate, below = issuer, below + 1
    raise VerificationError("CHAIN", "the chain is too long")


def _issued(certificate: x509.Certificate, issuer: x509.Certificate, below: int) -> bool:
    """Names, authority, signature. `below`: authorities between the issuer and the leaf."""
    try:
        constraints = issuer.extensions.get_extension_for_class(x509.BasicConstraints).value
        usage = issuer.extensions.get_extension_for_class(x509.KeyUsage).value
        certificate.verify_directly_issued_by(issuer)
    except (x509.ExtensionNotFound, InvalidSignature, ValueError, TypeError):
        return False
    fits = constraints.path_length is None or below <= constraints.path_length
    return constraints.ca and usage.key_cert_sign and fits


def _verify_validity(certificate: x509.Certificate, now: datetime) -> None:
    if not certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc:
        raise VerificationError(
            "VALIDITY",
            f"{certificate.subject.rfc4514_string()} is valid from {certificate.not_valid_before_utc}"
            f" to {certificate.not_valid_after_utc}",
        )


def _verify_extensions(certificate: x509.Certificate) -> None:
    for extension in certificate.extensions:
        if extension.critical and extension.oid not in UNDERSTOOD:
            raise VerificationError("CHAIN", f"a critical extension that is not understood: {extension.oid}")


def _verify_usage(leaf: x509.Certificate, is_login: bool) -> None:
    try:
        usage = leaf.extensions.get_extension_for_class(x509.KeyUsage).value
        if is_login:
            extended = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
            fits = usage.digital_signature and ExtendedKeyUsageOID.CLIENT_AUTH in extended
        else:
            fits = usage.content_commitment and not usage.digital_signature  # also called non-repudiation
    except x509.ExtensionNotFound as error:
        raise VerificationError("USAGE", "the certificate does not say what it is for") from error
    if not fits:
        raise VerificationError("USAGE", "the certificate is for another use")


def _verify_level(leaf: x509.Certificate, said: str, least: str, is_login: bool) -> str:
    levels = LOGIN_POLICIES if is_login else SIGNATURE_POLICIES
    try:
        policies = leaf.extensions.get_extension_for_class(x509.CertificatePolicies).value
    except x509.ExtensionNotFound as error:
        raise VerificationError("LEVEL", "the certificate has no policy") from error
    certified = [levels[oid] for policy in policies if (oid := policy.policy_identifier.dotted_string) in levels]
    if said not in certified:
        raise VerificationError("LEVEL", f"the answer says {said}, the certificate {certified}")
    if LEVELS.index(said) < LEVELS.index(least):
        raise VerificationError("LEVEL", f"{said} is below {least}")
    return said


def _verify_signature(leaf: x509.Certificate, signature: bytes, digest: bytes) -> None:
    key = leaf.public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise VerificationError("SIGNATURE", "not a key on P-256")
    try:
        key.verify(signature, digest, ec.ECDSA(utils.Prehashed(hashes.SHA256())))
    except InvalidSignature as error:
        raise VerificationError("SIGNATURE", "the signature is not by this key over what was asked") from error


def _only(name: x509.Name, oid: x509.ObjectIdentifier) -> str:
    values = name.get_attributes_for_oid(oid)
    if len(values) != 1 or not isinstance(values[0].value, str):
        raise VerificationError("PERSON", f"the subject has no single {oid}")
    return values[0].value


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
