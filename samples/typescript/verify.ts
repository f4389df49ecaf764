// Is this result what it says? Nothing in an answer counts before verify() has returned.

import { createHash, verify as verifySignature, X509Certificate } from "node:crypto";
import { bits, extensions, identifiers, pathLength } from "./der.ts";

export type Reason =
  | "END_RESULT" | "PROTOCOL" | "CHAIN" | "VALIDITY" | "USAGE" | "LEVEL" | "PERSON" | "SIGNATURE" | "MALFORMED";

export class VerificationError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, text: string, options?: ErrorOptions) {
    super(`${reason}: ${text}`, options);
    this.name = "VerificationError";
    this.reason = reason;
  }
}

/** The body of a request, as it was sent. */
export interface RequestBody {
  relyingPartyUUID: string;
  relyingPartyName: string;
  certificateLevel: string;
  signatureProtocol: "ACSP_V2" | "RAW_DIGEST_SIGNATURE";
  signatureProtocolParameters: { rpChallenge?: string; digest?: string; [name: string]: unknown };
  interactions: string;
}

/** What was asked, kept from the moment of the request. */
export interface Asked {
  body: RequestBody;
  flow: "Notification" | "QR";
  /** PNOMN- and a civil id; undefined: whoever opened the link. */
  person?: string | undefined;
  /** What the digest was made of. */
  document?: Uint8Array | undefined;
}

/** What a relying party believes: root certificates that came on a trusted way, and the scheme's name. */
export interface Trust {
  roots: X509Certificate[];
  intermediates: X509Certificate[];
  scheme: string;
  level: string;
}

export interface Signer {
  person: string;
  name: string;
  documentNumber: string;
  level: string;
  signature: Uint8Array;
}

/** The JSON object of GET /session/{id}. Its members are looked at only here. */
export interface SessionStatus {
  state: string;
  result?: { endResult: string; documentNumber?: string };
  [name: string]: unknown;
}

interface Completed {
  state: string;
  result: { endResult: string; documentNumber: string };
  signatureProtocol: string;
  interactionTypeUsed: string;
  signature: { value: string; flowType: string; serverRandom: string; userChallenge: string };
  cert: { value: string; certificateLevel: string };
}

const LEVELS = ["ADVANCED", "QUALIFIED", "QSCD"];
// The certificate says its level by its policy: the same identifiers stand in docs/integration.md.
const LOGIN_POLICIES: Record<string, string> = {
  "0.4.0.2042.1.3": "ADVANCED",
  "0.4.0.2042.1.1": "QUALIFIED",
  "0.4.0.2042.1.2": "QSCD",
};
const SIGNATURE_POLICIES: Record<string, string> = {
  "0.4.0.2042.1.3": "ADVANCED",
  "0.4.0.194112.1.0": "QUALIFIED",
  "0.4.0.194112.1.2": "QSCD",
};
const KEY_USAGE = "2.5.29.15";
const BASIC_CONSTRAINTS = "2.5.29.19";
const CERTIFICATE_POLICIES = "2.5.29.32";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
const UNDERSTOOD = [KEY_USAGE, BASIC_CONSTRAINTS, CERTIFICATE_POLICIES, EXTENDED_KEY_USAGE];
const DIGITAL_SIGNATURE = 0;
const NON_REPUDIATION = 1;
const KEY_CERT_SIGN = 5;
const MAX_CHAIN = 8;

/** Verifies a completed session step by step, its certificates at the time `now`. */
export function verify(asked: Asked, status: SessionStatus, trust: Trust, now: Date): Signer {
  if (status.state !== "COMPLETE" || status.result?.endResult !== "OK") {
    throw new VerificationError("END_RESULT", `the session ended with ${status.result?.endResult}`);
  }
  const answer = completed(status);
  if (answer.signatureProtocol !== asked.body.signatureProtocol) {
    throw new VerificationError("PROTOCOL", `not what was asked: ${answer.signatureProtocol}`);
  }
  if (answer.signature.flowType !== asked.flow) {
    throw new VerificationError("PROTOCOL", `another flow than was offered: ${answer.signature.flowType}`);
  }

  const isLogin = asked.body.signatureProtocol === "ACSP_V2";
  const leaf = certificate(answer.cert.value);
  verifyChain(leaf, trust, now);
  verifyUsage(leaf, isLogin);
  verifyLevel(leaf, answer.cert.certificateLevel, trust.level, isLogin);
  const person = subject(leaf, "serialNumber");
  if (asked.person !== undefined && person !== asked.person) {
    throw new VerificationError("PERSON", `asked for ${asked.person}, the certificate is that of ${person}`);
  }
  const signature = base64(answer.signature.value);
  if (isLogin) {
    verifyBytes(leaf, acspPayload(asked, answer, trust.scheme), signature);
  } else {
    // ECDSA was made over the digest as it is, so the document itself verifies.
    verifyBytes(leaf, signedDocument(asked), signature);
  }
  return {
    person,
    name: subject(leaf, "CN"),
    documentNumber: answer.result.documentNumber,
    level: answer.cert.certificateLevel,
    signature,
  };
}

/** The eleven fields of ACSP_V2. What is ours comes from the request, never from the answer. */
function acspPayload(asked: Asked, answer: Completed, scheme: string): Buffer {
  const { body, flow } = asked;
  const offered: { type: string }[] = JSON.parse(Buffer.from(body.interactions, "base64").toString("utf8"));
  if (!offered.some((interaction) => interaction.type === answer.interactionTypeUsed)) {
    throw new VerificationError("PROTOCOL", `an interaction that was not offered: ${answer.interactionTypeUsed}`);
  }
  const fields = [
    scheme,
    "ACSP_V2",
    answer.signature.serverRandom,
    body.signatureProtocolParameters.rpChallenge,
    answer.signature.userChallenge,
    Buffer.from(body.relyingPartyName, "utf8").toString("base64"),
    "",
    // Of the Base64 text as it was sent, not of the JSON in it.
    createHash("sha256").update(body.interactions, "utf8").digest("base64"),
    answer.interactionTypeUsed,
    "", // the callback: of Web2App and App2App only
    flow,
  ];
  return Buffer.from(fields.join("|"), "utf8");
}

function signedDocument(asked: Asked): Uint8Array {
  if (asked.document === undefined) {
    throw new VerificationError("SIGNATURE", "node:crypto needs the document itself");
  }
  const digest = createHash("sha256").update(asked.document).digest("base64");
  if (digest !== asked.body.signatureProtocolParameters.digest) {
    throw new VerificationError("SIGNATURE", "the digest is not that of the document");
  }
  return asked.document;
}

/** From the leaf to a root of ours and to no other, every certificate valid at `now`. */
function verifyChain(leaf: X509Certificate, trust: Trust, now: Date): void {
  let current = leaf;
  for (let below = 0; below < MAX_CHAIN; below += 1) {
    verifyValidity(current, now);
    for (const [id, extension] of parsed(current)) {
      if (extension.critical && !UNDERSTOOD.includes(id)) {
        throw new VerificationError("CHAIN", `a critical extension that is not understood: ${id}`);
      }
    }
    const root = trust.roots.find((candidate) => issued(current, candidate, below));
    if (root !== undefined) return verifyValidity(root, now);
    const issuer = trust.intermediates.find((candidate) => issued(current, candidate, below));
    if (issuer === undefined) {
      throw new VerificationError("CHAIN", `nobody known has issued ${current.subject.replaceAll("\n", ", ")}`);
    }
    current = issuer;
  }
  throw new VerificationError("CHAIN", "the chain is too long");
}

/** Names, authority, signature. `below`: authorities between the issuer and the leaf. */
function issued(current: X509Certificate, issuer: X509Certificate, below: number): boolean {
  const constraints = parsed(issuer).get(BASIC_CONSTRAINTS);
  const usage = parsed(issuer).get(KEY_USAGE);
  if (constraints === undefined || usage === undefined || !bits(usage.value)[KEY_CERT_SIGN]) return false;
  const length = pathLength(constraints.value);
  if (length === undefined || (length !== null && below > length)) return false;
  // checkIssued looks at names only: without verify() anybody has issued anything.
  return current.checkIssued(issuer) && current.verify(issuer.publicKey);
}

function verifyValidity(certificate: X509Certificate, now: Date): void {
  if (!(Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() <= Date.parse(certificate.validTo))) {
    const { validFrom, validTo } = certificate;
    throw new VerificationError("VALIDITY", `the certificate is valid from ${validFrom} to ${validTo}`);
  }
}

function verifyUsage(leaf: X509Certificate, isLogin: boolean): void {
  const found = parsed(leaf);
  const usage = bits(found.get(KEY_USAGE)?.value ?? Uint8Array.of(3, 1, 0));
  const extended = found.get(EXTENDED_KEY_USAGE);
  const fits = isLogin
    ? usage[DIGITAL_SIGNATURE] && extended !== undefined && identifiers(extended.value).includes(CLIENT_AUTH)
    : usage[NON_REPUDIATION] && !usage[DIGITAL_SIGNATURE];
  if (!fits) throw new VerificationError("USAGE", "the certificate is for another use");
}

function verifyLevel(leaf: X509Certificate, said: string, least: string, isLogin: boolean): void {
  const policies = parsed(leaf).get(CERTIFICATE_POLICIES);
  const levels = isLogin ? LOGIN_POLICIES : SIGNATURE_POLICIES;
  const certified = policies === undefined ? [] : identifiers(policies.value).map((id) => levels[id]);
  if (!certified.includes(said)) {
    throw new VerificationError("LEVEL", `the answer says ${said}, the certificate ${certified.join()}`);
  }
  if (LEVELS.indexOf(said) < LEVELS.indexOf(least)) throw new VerificationError("LEVEL", `${said} is below ${least}`);
}

function verifyBytes(leaf: X509Certificate, bytes: Uint8Array, signature: Uint8Array): void {
  const key = leaf.publicKey;
  if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new VerificationError("SIGNATURE", "not a key on P-256");
  }
  if (!verifySignature("sha256", bytes, { key, dsaEncoding: "der" }, signature)) {
    throw new VerificationError("SIGNATURE", "the signature is not by this key over what was asked");
  }
}

function subject(certificate: X509Certificate, attribute: string): string {
  const values = certificate.subject
    .split("\n")
    .filter((line) => line.startsWith(`${attribute}=`))
    .map((line) => line.slice(attribute.length + 1));
  if (values.length !== 1 || values[0] === undefined) {
    throw new VerificationError("PERSON", `the subject has no single ${attribute}`);
  }
  return values[0];
}

/** All certificates of a PEM file; X509Certificate alone takes the first. */
export function certificates(pem: string): X509Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return found.map((one) => new X509Certificate(one));
}

function certificate(text: string): X509Certificate {
  try {
    const found = new X509Certificate(base64(text));
    extensions(found.raw);
    return found;
  } catch (error) {
    throw new VerificationError("CHAIN", "not a certificate", { cause: error });
  }
}

function parsed(certificate: X509Certificate) {
  return extensions(certificate.raw);
}

/** Buffer.from skips what is not Base64; a verifier does not. */
function base64(text: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) throw new VerificationError("MALFORMED", "not Base64");
  return bytes;
}

/** The members that a verifier needs are there and are texts. */
function completed(status: SessionStatus): Completed {
  const answer = status as unknown as Completed;
  const texts: unknown[] = [
    answer.signatureProtocol,
    answer.interactionTypeUsed,
    answer.result?.documentNumber,
    answer.signature?.value,
    answer.signature?.flowType,
    answer.cert?.value,
    answer.cert?.certificateLevel,
  ];
  if (answer.signatureProtocol === "ACSP_V2") {
    texts.push(answer.signature?.serverRandom, answer.signature?.userChallenge);
  }
  if (!texts.every((text) => typeof text === "string")) {
    throw new VerificationError("MALFORMED", "the answer lacks a member");
  }
  return answer;
}
