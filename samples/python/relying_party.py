"""The calls of a relying party: open a session, make its link, wait for its end, cancel it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any

from verification import Asked

POLL_MS = 30_000
# A session ends after 120 s at the latest.
PATIENCE = 150.0


class ServiceError(Exception):
    """An answer that is not 200. Programs look at `code`; docs/errors.md has all of them."""

    def __init__(self, status: int, code: str, text: str, retry_after: int | None = None) -> None:
        super().__init__(f"{status} {code}: {text}")
        self.status, self.code, self.retry_after = status, code, retry_after


@dataclass(frozen=True)
class Opened:
    """A session that runs."""

    asked: Asked
    answer: dict[str, Any]
    at: float  # time.monotonic() when the answer came: links count their seconds from here

    @property
    def id(self) -> str:
        return self.answer["sessionID"]

    @property
    def verification_code(self) -> str:
        """To be shown. A log-in by link has it as a plain text, everything else as an object."""
        code = self.answer["vc"]
        return code if isinstance(code, str) else code["value"]


@dataclass(frozen=True)
class RelyingParty:
    url: str
    uuid: str
    name: str
    secret: str
    scheme: str = "smart-id"

    def __post_init__(self) -> None:
        address = urllib.parse.urlsplit(self.url)
        if address.scheme != "https" and address.hostname not in ("127.0.0.1", "::1", "localhost"):
            raise ValueError(f"the secret travels over https only, not to {self.url}")

    @classmethod
    def from_environment(cls) -> RelyingParty:
        with open(os.environ["RP_SECRET_FILE"], encoding="utf-8") as file:
            secret = file.read().strip()
        env = os.environ
        return cls(env["RP_URL"].rstrip("/"), env["RP_UUID"], env["RP_NAME"], secret, env.get("RP_SCHEME", "smart-id"))

    def log_in(self, person: str, text: str) -> Opened:
        """Asks the phones of a person."""
        body = self._body("ACSP_V2", {"rpChallenge": _text(secrets.token_bytes(64))}, text)
        path = f"/authentication/notification/etsi/{urllib.parse.quote(person, safe='')}"
        return self._open(path, Asked(body, "Notification", person))

    def log_in_by_link(self, text: str) -> Opened:
        """Asks whoever scans the link."""
        body = self._body("ACSP_V2", {"rpChallenge": _text(secrets.token_bytes(64))}, text)
        return self._open("/authentication/device-link/anonymous", Asked(body, "QR"))

    def sign(self, person: str, document: bytes, text: str) -> Opened:
        """Asks a person to sign the SHA-256 of a document."""
        body = self._body("RAW_DIGEST_SIGNATURE", {"digest": _text(hashlib.sha256(document).digest())}, text)
        path = f"/signature/notification/etsi/{urllib.parse.quote(person, safe='')}"
        return self._open(path, Asked(body, "Notification", person, document))

    def link(self, opened: Opened) -> str:
        """The text of the QR code at this moment; one older than 20 s is refused, so make another every second."""
        answer, body = opened.answer, opened.asked.body
        link = (
            f"{answer['deviceLinkBase']}?deviceLinkType=QR&elapsedSeconds={int(time.monotonic() - opened.at)}"
            f"&sessionToken={answer['sessionToken']}&sessionType=auth&version=1.0&lang=mon"
        )
        fields = [
            self.scheme,
            "ACSP_V2",
            body["signatureProtocolParameters"]["rpChallenge"],
            _text(self.name.encode()),
            "",
            body["interactions"],
            "",
            link,
        ]
        code = hmac.digest(base64.b64decode(answer["sessionSecret"]), "|".join(fields).encode(), "sha256")
        return f"{link}&authCode={base64.urlsafe_b64encode(code).decode().rstrip('=')}"

    def wait(self, opened: Opened) -> dict[str, Any]:
        """The session's end. The poll waits at the server; asking may be repeated, opening a session may not."""
        until = time.monotonic() + PATIENCE
        pause = 1.0
        while time.monotonic() < until:
            try:
                answer = self._call("GET", f"/session/{opened.id}?timeoutMs={POLL_MS}")
            except ServiceError as error:
                if error.status not in (429, 503):
                    raise
                time.sleep(error.retry_after or pause)
                pause = min(2 * pause, 10.0)
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(pause)
                pause = min(2 * pause, 10.0)
            else:
                if answer["state"] != "RUNNING":
                    return answer
                pause = 1.0
        self.cancel(opened)
        raise TimeoutError(f"session {opened.id} has not ended")

    def cancel(self, opened: Opened) -> dict[str, Any]:
        return self._call("DELETE", f"/session/{opened.id}")

    def _body(self, protocol: str, parameters: dict[str, str], text: str) -> dict[str, Any]:
        interactions = json.dumps([{"type": "displayTextAndPIN", "displayText60": text}], ensure_ascii=False)
        return {
            "relyingPartyUUID": self.uuid,
            "relyingPartyName": self.name,
            "certificateLevel": "QUALIFIED",
            "signatureProtocol": protocol,
            "signatureProtocolParameters": parameters
            | {
                "signatureAlgorithm": "ecdsa-with-SHA256",
                "signatureAlgorithmParameters": {"hashAlgorithm": "SHA-256"},
            },
            "interactions": _text(interactions.encode()),
        }

    def _open(self, path: str, asked: Asked) -> Opened:
        answer = self._call("POST", path, asked.body)
        return Opened(asked, answer, time.monotonic())

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        request = urllib.request.Request(self.url + path, method=method)
        request.add_header("Authorization", f"Bearer {self.secret}")
        if body is not None:
            request.data = json.dumps(body, ensure_ascii=False).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=POLL_MS / 1000 + 10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise _service_error(error) from None


def _service_error(error: urllib.error.HTTPError) -> ServiceError:
    retry_after = error.headers.get("Retry-After", "")
    try:
        problem = json.load(error)
        code, text = problem["code"], problem["detail"]
    except (ValueError, KeyError, TypeError):
        # A proxy in between answers in its own words.
        code, text = "", error.reason
    return ServiceError(error.code, code, text, int(retry_after) if retry_after.isdecimal() else None)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
