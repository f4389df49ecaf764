// The little of DER that node:crypto does not show: which extensions a certificate has and what they say.

export interface Extension {
  critical: boolean;
  value: Uint8Array;
}

interface Element {
  tag: number;
  content: Uint8Array;
  rest: Uint8Array;
}

const SEQUENCE = 0x30;
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_IDENTIFIER = 0x06;
const EXTENSIONS = 0xa3;

function read(bytes: Uint8Array): Element {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) throw new RangeError("DER: cut off");
  let start = 2;
  let length = first;
  if (first & 0x80) {
    const count = first & 0x7f;
    if (count < 1 || count > 3 || bytes.length < 2 + count) throw new RangeError("DER: bad length");
    start += count;
    length = bytes.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  }
  if (bytes.length < start + length) throw new RangeError("DER: cut off");
  return { tag, content: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
}

function* elements(bytes: Uint8Array): Generator<Element> {
  for (let rest = bytes; rest.length > 0; ) {
    const element = read(rest);
    yield element;
    rest = element.rest;
  }
}

function expect(bytes: Uint8Array, tag: number): Uint8Array {
  const element = read(bytes);
  if (element.tag !== tag) throw new RangeError(`DER: ${element.tag} where ${tag} should be`);
  return element.content;
}

function oid(content: Uint8Array): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    if (numbers.length === 0) {
      const first = Math.min(Math.floor(number / 40), 2);
      numbers.push(first, number - 40 * first);
    } else {
      numbers.push(number);
    }
    number = 0;
  }
  return numbers.join(".");
}

/** The extensions of a certificate (RFC 5280, 4.1) by their object identifiers. */
export function extensions(certificate: Uint8Array): Map<string, Extension> {
  const found = new Map<string, Extension>();
  const body = expect(expect(certificate, SEQUENCE), SEQUENCE);
  for (const field of elements(body)) {
    if (field.tag !== EXTENSIONS) continue;
    for (const extension of elements(expect(field.content, SEQUENCE))) {
      const [id, ...others] = [...elements(extension.content)];
      const value = others.at(-1);
      if (id === undefined || value === undefined) throw new RangeError("DER: an extension without a value");
      const critical = others.length > 1 && others[0]?.tag === BOOLEAN && others[0].content[0] === 0xff;
      if (found.has(oid(id.content))) throw new RangeError("DER: an extension twice");
      found.set(oid(id.content), { critical, value: value.content });
    }
  }
  return found;
}

/** The bits of KeyUsage (RFC 5280, 4.2.1.3), the first of them first. */
export function bits(value: Uint8Array): boolean[] {
  const [, ...bytes] = expect(value, BIT_STRING);
  return bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte & (0x80 >> bit)) !== 0));
}

/** The identifiers of CertificatePolicies, or of ExtendedKeyUsage, which has no qualifiers around them. */
export function identifiers(value: Uint8Array): string[] {
  return [...elements(expect(value, SEQUENCE))].map((element) =>
    oid(element.tag === OBJECT_IDENTIFIER ? element.content : expect(element.content, OBJECT_IDENTIFIER)),
  );
}

/** BasicConstraints: how many authorities may stand below; null for any number, undefined for no authority. */
export function pathLength(value: Uint8Array): number | null | undefined {
  const [authority, length] = [...elements(expect(value, SEQUENCE))];
  if (authority?.tag !== BOOLEAN || authority.content[0] !== 0xff) return undefined;
  if (length === undefined) return null;
  if (length.tag !== INTEGER || length.content.length !== 1) throw new RangeError("DER: a strange path length");
  return length.content[0];
}
