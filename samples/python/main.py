#!/usr/bin/env python3
"""A relying party: main.py login PERSON | login-link | sign PERSON FILE

Settings come from the environment: RP_URL, RP_UUID, RP_NAME, RP_SCHEME, and the files RP_SECRET_FILE, RP_ROOT,
RP_ISSUING. ../README.md explains them.
"""

import os
import sys
import threading
from datetime import datetime, timezone
from pathlib import Path

from relying_party import Opened, RelyingParty, ServiceError
from verification import Signer, Trust, VerificationError, verify


def finish(party: RelyingParty, opened: Opened) -> Signer:
    trust = Trust.load(os.environ["RP_ROOT"], os.environ["RP_ISSUING"], party.scheme)
    return verify(opened.asked, party.wait(opened), trust, datetime.now(timezone.utc))


def login(person: str) -> None:
    party = RelyingParty.from_environment()
    opened = party.log_in(person, "Нэвтрэх үү?")
    print(f"verification code: {opened.verification_code}", flush=True)
    signer = finish(party, opened)
    print(f"logged in: {signer.person} {signer.name} ({signer.level})")


def login_link() -> None:
    party = RelyingParty.from_environment()
    opened = party.log_in_by_link("Нэвтрэх үү?")
    print(f"verification code: {opened.verification_code}", flush=True)
    ended = threading.Event()

    def show() -> None:
        # A page would draw a QR code of this text and replace it every second.
        while not ended.is_set():
            print(f"link: {party.link(opened)}", flush=True)
            ended.wait(1)

    screen = threading.Thread(target=show, daemon=True)
    screen.start()
    try:
        signer = finish(party, opened)
    finally:
        ended.set()
        screen.join()
    print(f"logged in: {signer.person} {signer.name} ({signer.level})")


def sign(person: str, file: str) -> None:
    party = RelyingParty.from_environment()
    opened = party.sign(person, Path(file).read_bytes(), f"{Path(file).name}: гарын үсэг"[:60])
    print(f"verification code: {opened.verification_code}", flush=True)
    signer = finish(party, opened)
    print(f"signed: {signer.person} {signer.name} ({signer.level})")


def main() -> int:
    try:
        match sys.argv[1:]:
            case ["login", person]:
                login(person)
            case ["login-link"]:
                login_link()
            case ["sign", person, file]:
                sign(person, file)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except KeyError as error:
        print(f"{error} is not set", file=sys.stderr)
        return 2
    except VerificationError as error:
        print(f"not believed: {error}", file=sys.stderr)
        return 1
    except (ServiceError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
