"""What verify() says to real results, whole and changed: python3 -m unittest"""

import json
import unittest
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509

from verification import Asked, Trust, VerificationError, verify

TESTDATA = Path(__file__).resolve().parent.parent / "testdata"


def put(record, pointer, value):
    *path, last = pointer.strip("/").split("/")
    for member in path:
        record = record[member]
    record[last] = value


def outcome(case):
    record = json.loads((TESTDATA / case["record"]).read_text(encoding="utf-8"))
    for pointer, value in case["set"].items():
        put(record, pointer, value)
    document = record.get("document")
    asked = Asked(record["request"], record["flowType"], record["person"], document and document.encode())
    trust = Trust(
        x509.load_pem_x509_certificates((TESTDATA / case.get("root", "root.pem")).read_bytes()),
        x509.load_pem_x509_certificates((TESTDATA / case.get("issuing", "issuing.pem")).read_bytes()),
        record["schemeName"],
        case.get("level", "QUALIFIED"),
    )
    now = datetime.fromisoformat(record["recordedAt"].replace("Z", "+00:00"))
    try:
        signer = verify(asked, record["answer"], trust, now + timedelta(seconds=case.get("after", 0)))
    except VerificationError as error:
        return error.reason
    return "OK" if signer.person == "PNOMN-12345678" else signer.person


class Cases(unittest.TestCase):
    def test_cases(self):
        cases = json.loads((TESTDATA / "cases.json").read_text(encoding="utf-8"))
        self.assertGreater(len(cases), 20)
        for case in cases:
            with self.subTest(case["name"]):
                self.assertEqual(outcome(case), case["expect"])


if __name__ == "__main__":
    unittest.main()
