// The calls of a relying party: open a session, make its link, wait for its end, cancel it.

import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Asked, RequestBody, SessionStatus } from "./verify.ts";

const POLL_MS = 30_000;
/** A session ends after 120 s at the latest. */
const PATIENCE_MS = 150_000;

/** An answer that is not 200. Programs look at `code`; docs/errors.md has all of them. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: string, text: string, retryAfterMs?: number) {
    super(`${status} ${code}: ${text}`);
    this.name = "ServiceError";
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface OpenedAnswer {
  sessionID: string;
  vc: string | { type: string; value: string };
  sessionToken?: string;
  sessionSecret?: string;
  deviceLinkBase?: string;
}

/** A session that runs. */
export interface Opened {
  asked: Asked;
  answer: OpenedAnswer;
  /** performance.now() when the answer came: links count their seconds from here. */
  at: number;
}

/** To be shown. A log-in by link has it as a plain text, everything else as an object. */
export function verificationCode({ answer: { vc } }: Opened): string {
  return typeof vc === "string" ? vc : vc.value;
}

export class RelyingParty {
  readonly url: string;
  readonly uuid: string;
  readonly name: string;
  readonly scheme: string;
  readonly #secret: string;

  constructor(settings: { url: string; uuid: string; name: string; secret: string; scheme?: string | undefined }) {
    const { protocol, hostname } = new URL(settings.url);
    if (protocol !== "https:" && !["127.0.0.1", "[::1]", "localhost"].includes(hostname)) {
      throw new Error(`the secret travels over https only, not to ${settings.url}`);
    }
    this.url = settings.url.replace(/\/+$/, "");
    this.uuid = settings.uuid;
    this.name = settings.name;
    this.scheme = settings.scheme ?? "smart-id";
    this.#secret = settings.secret;
  }

  static fromEnvironment(): RelyingParty {
    return new RelyingParty({
      url: setting("RP_URL"),
      uuid: setting("RP_UUID"),
      name: setting("RP_NAME"),
      secret: readFileSync(setting("RP_SECRET_FILE"), "utf8").trim(),
      scheme: process.env["RP_SCHEME"],
    });
  }

  /** Asks the phones of a person. */
  async logIn(person: string, text: string): Promise<Opened> {
    const body = this.#body("ACSP_V2", { rpChallenge: randomBytes(64).toString("base64") }, text);
    const path = `/authentication/notification/etsi/${encodeURIComponent(person)}`;
    return this.#open(path, { body, flow: "Notification", person });
  }

  /** Asks whoever scans the link. */
  async logInByLink(text: string): Promise<Opened> {
    const body = this.#body("ACSP_V2", { rpChallenge: randomBytes(64).toString("base64") }, text);
    return this.#open("/authentication/device-link/anonymous", { body, flow: "QR" });
  }

  /** Asks a person to sign the SHA-256 of a document. */
  async sign(person: string, document: Uint8Array, text: string): Promise<Opened> {
    const digest = createHash("sha256").update(document).digest("base64");
    const body = this.#body("RAW_DIGEST_SIGNATURE", { digest }, text);
    const path = `/signature/notification/etsi/${encodeURIComponent(person)}`;
    return this.#open(path, { body, flow: "Notification", person, document });
  }

  /** The text of the QR code at this moment; one older than 20 s is refused, so make another every second. */
  link({ asked: { body }, answer, at }: Opened): string {
    const elapsed = Math.floor((performance.now() - at) / 1000);
    const link =
      `${answer.deviceLinkBase}?deviceLinkType=QR&elapsedSeconds=${elapsed}` +
      `&sessionToken=${answer.sessionToken}&sessionType=auth&version=1.0&lang=mon`;
    const fields = [
      this.scheme,
      "ACSP_V2",
      body.signatureProtocolParameters.rpChallenge,
      Buffer.from(this.name, "utf8").toString("base64"),
      "",
      body.interactions,
      "",
      link,
    ];
    const key = Buffer.from(answer.sessionSecret ?? "", "base64");
    const code = createHmac("sha256", key).update(fields.join("|"), "utf8").digest("base64url");
    return `${link}&authCode=${code}`;
  }

  /** The session's end. The poll waits at the server; asking may be repeated, opening a session may not. */
  async wait(opened: Opened): Promise<SessionStatus> {
    const until = performance.now() + PATIENCE_MS;
    let pause = 1_000;
    while (performance.now() < until) {
      try {
        const path = `/session/${opened.answer.sessionID}?timeoutMs=${POLL_MS}`;
        const status = await this.#call<SessionStatus>("GET", path);
        if (status.state !== "RUNNING") return status;
        pause = 1_000;
      } catch (error) {
        if (error instanceof ServiceError && ![429, 503].includes(error.status)) throw error;
        await sleep(error instanceof ServiceError ? (error.retryAfterMs ?? pause) : pause);
        pause = Math.min(2 * pause, 10_000);
      }
    }
    await this.cancel(opened);
    throw new Error(`session ${opened.answer.sessionID} has not ended`);
  }

  async cancel(opened: Opened): Promise<SessionStatus> {
    return this.#call("DELETE", `/session/${opened.answer.sessionID}`);
  }

  #body(signatureProtocol: RequestBody["signatureProtocol"], parameters: object, text: string): RequestBody {
    const interactions = JSON.stringify([{ type: "displayTextAndPIN", displayText60: text }]);
    return {
      relyingPartyUUID: this.uuid,
      relyingPartyName: this.name,
      certificateLevel: "QUALIFIED",
      signatureProtocol,
      signatureProtocolParameters: {
        ...parameters,
        signatureAlgorithm: "ecdsa-with-SHA256",
        signatureAlgorithmParameters: { hashAlgorithm: "SHA-256" },
      },
      interactions: Buffer.from(interactions, "utf8").toString("base64"),
    };
  }

  async #open(path: string, asked: Asked): Promise<Opened> {
    const answer = await this.#call<OpenedAnswer>("POST", path, asked.body);
    return { asked, answer, at: performance.now() };
  }

  async #call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const headers = new Headers({ Authorization: `Bearer ${this.#secret}` });
    if (body !== undefined) headers.set("Content-Type", "application/json");
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(POLL_MS + 10_000),
    });
    if (response.status !== 200) throw await serviceError(response);
    return (await response.json()) as Answer;
  }
}

async function serviceError(response: Response): Promise<ServiceError> {
  const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  // A proxy in between answers in its own words.
  const problem = await response.json().catch(() => ({}));
  const retryAfterMs = Number.isNaN(seconds) ? undefined : seconds * 1000;
  return new ServiceError(response.status, problem?.code ?? "", problem?.detail ?? "", retryAfterMs);
}

export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
