// What verify() says to real results, whole and changed: node --test

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Asked, certificates, verify, VerificationError } from "./verify.ts";

interface Case {
  name: string;
  record: string;
  expect: string;
  set: Record<string, unknown>;
  root?: string;
  issuing?: string;
  level?: string;
  after?: number;
}

const read = (name: string) => readFileSync(new URL(`../testdata/${name}`, import.meta.url));

function put(record: any, pointer: string, value: unknown): void {
  const path = pointer.split("/").slice(1);
  const last = path.pop()!;
  path.reduce((found, member) => found[member], record)[last] = value;
}

function outcome(row: Case): string {
  const record = JSON.parse(read(row.record).toString("utf8"));
  for (const [pointer, value] of Object.entries(row.set)) put(record, pointer, value);
  const asked: Asked = {
    body: record.request,
    flow: record.flowType,
    person: record.person ?? undefined,
    document: record.document == null ? undefined : Buffer.from(record.document, "utf8"),
  };
  const trust = {
    roots: certificates(read(row.root ?? "root.pem").toString("ascii")),
    intermediates: certificates(read(row.issuing ?? "issuing.pem").toString("ascii")),
    scheme: record.schemeName,
    level: row.level ?? "QUALIFIED",
  };
  const now = new Date(Date.parse(record.recordedAt) + 1000 * (row.after ?? 0));
  try {
    const { person } = verify(asked, record.answer, trust, now);
    return person === "PNOMN-12345678" ? "OK" : person;
  } catch (error) {
    if (error instanceof VerificationError) return error.reason;
    throw error;
  }
}

const cases: Case[] = JSON.parse(read("cases.json").toString("utf8"));
assert.ok(cases.length > 20);
for (const row of cases) {
  test(row.name, () => assert.equal(outcome(row), row.expect));
}
