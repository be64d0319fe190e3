import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { inflateRawSync } from 'node:zlib';

/**
 * `node test/evidence/second-check.mjs pack.zip PUBLIC_KEY FINGERPRINT`: checks an evidence pack by what its README.txt
 * says, with Node alone. It shares no code with the product, so that both cannot be wrong in the same way. Prints what is
 * wrong, one line each; the exit code is 1 if anything is.
 */
const [packFile = '', publicKey = '', fingerprint = ''] = process.argv.slice(2);

/** @type {string[]} */
const wrong = [];
/** @param {boolean} isRight @param {string} what */
const expect = (isRight, what) => void (isRight || wrong.push(what));

/** Reads the members of a ZIP archive by its directory. @param {Buffer} zip */
function unzip(zip) {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, name] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + packed);
    files.set(
      zip.toString('utf8', at + 46, at + 46 + name),
      zip.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content),
    );
    at += 46 + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** Canonical JSON (RFC 8785) of what seals have: texts, integers, null, lists and objects. @param {unknown} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

/** @param {string | Buffer} data */
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** The rows of a CSV file behind the first one, by the names in that one. @param {string} text */
function table(text) {
  const rows = [...text.replace(/^\uFEFF/, '').matchAll(/(?:"(?:[^"]|"")*"|[^"\n])+/g)].map(([row]) =>
    [...row.trimEnd().matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    ),
  );
  const [head = [], ...body] = rows;
  return body.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
}

/** A number, or a text that a spreadsheet would take for a formula. @param {string | undefined} cell */
const plain = (cell = '') => cell.replace(/^'(?=[-+=@])/, '');

const files = unzip(readFileSync(packFile));
/** @param {string} name */
const textOf = (name) => files.get(name)?.toString('utf8') ?? '';
const { links } = JSON.parse(textOf('seals.json'));

/** "How to check without this product": hashes, fingerprints, signatures, and the seal before. */
const sealed = new Set(['README.txt', 'seals.json', 'keys.json', 'SHA256SUMS']);
const x = Buffer.from(publicKey, 'base64url');
const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${publicKey}"}`).digest('base64url');
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
/** @type {string | null} */
let before = null;
for (const { seal, signature, fingerprint: stated } of links) {
  const text = canonical(seal);
  expect(sha256(text) === stated, `the fingerprint of seal ${seal.seq}`);
  expect(seal.prev === before, `the seal before seal ${seal.seq}`);
  expect(
    seal.kid === kid && verify(null, Buffer.from(text), key, Buffer.from(signature ?? '', 'base64url')),
    `the signature of seal ${seal.seq}`,
  );
  before = stated;
  const folder = `${seal.day} revision ${seal.revision}`;
  for (const { name, bytes, sha256: hash } of seal.files) {
    const content = files.get(`${folder}/${name}`) ?? Buffer.alloc(0);
    expect(content.length === bytes && sha256(content) === hash, `${folder}/${name}`);
    sealed.add(`${folder}/${name}`);
  }
}
expect(links.length > 0 && before === fingerprint, 'the fingerprint from outside');
for (const name of files.keys()) expect(sealed.has(name), `${name}, which no seal has`);

/** "How to check by hand": the sums of all files. */
const sums = [...files]
  .filter(([name]) => name !== 'SHA256SUMS')
  .map(([name, content]) => `${sha256(content)}  ${name}\n`);
expect(
  sums.toSorted().join('') ===
    textOf('SHA256SUMS')
      .split(/(?<=\n)/)
      .toSorted()
      .join(''),
  'SHA256SUMS',
);

/**
 * "How many people were inside at a certain time", by hand: at the end of each day it is the number of the report. Of
 * files that were changed, nothing is added up.
 */
for (const { seal } of wrong.length === 0 ? links : []) {
  const folder = `${seal.day} revision ${seal.revision}`;
  const report = JSON.parse(textOf(`${folder}/report.json`));
  const [ledger, journal] = [table(textOf(`${folder}/ledger.csv`)), table(textOf(`${folder}/journal.csv`))];
  for (const { areaId, areaName, opening, closing } of report.areas) {
    const set = journal.findLast(
      (one) => one.area_id === areaId && /^occupancy_(reset|recounted)$/.test(one.kind ?? ''),
    );
    const since = set === undefined ? -Infinity : Date.parse(set.time ?? '');
    let people = set === undefined ? opening : Number(plain(set.after));
    for (const line of ledger.filter((one) => one.area_id === areaId)) {
      const offsets = line.tap_offsets_ms === '' ? [0] : plain(line.tap_offsets_ms).split(' ').map(Number);
      const later = offsets.filter((offset) => Date.parse(line.device_time ?? '') + offset > since);
      people += later.length * Number(plain(line.change)) + (later.length === 0 ? 0 : Number(plain(line.floored)));
    }
    expect(
      people === closing,
      `${folder}: ${areaName} has ${people} at the end by ledger.csv, ${closing} by report.json`,
    );
  }
}

for (const line of wrong) process.stdout.write(`Wrong: ${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
