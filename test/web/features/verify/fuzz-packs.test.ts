import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { canonicalText, textHash, utf8 } from '../../../../src/shared/sealed/sealing';
import { checkPack, type PackCheck } from '../../../../web/src/features/verify/check-pack';
import { askDay } from '../../../../web/src/features/verify/day/answer-at';
import { readDay } from '../../../../web/src/features/verify/day/read-day';
import { verdictOf } from '../../../../web/src/features/verify/findings';
import { MomentAnswer } from '../../../../web/src/features/verify/moment-answer';
import { VerifyResult } from '../../../../web/src/features/verify/verify-result';
import {
  type Files,
  newTestKey,
  sealedChain,
  type TestKey,
  withFile,
  withNewSums,
} from '../../../support/sealed-chain';
import { SEALED_FOLDER, SEALED_NIGHT, sealedNight } from '../../../support/sealed-pack';
import { stubPackEffects } from '../../support/pack-effects';

/**
 * The tests remove, retype and blow up every member of every file of a pack, and then leave its seals, or seal it again as a
 * stranger or as the house itself. Each pack gets a verdict, and the page can show what it says of it.
 */

/** At factor 1 each member gets each odd value, below that a share of them; see FUZZ_RUNS in test/vitest.config.ts. */
const EVERY = Math.max(1, Math.round(1 / Number(import.meta.env['FUZZ_RUNS'] ?? '0.1')));

const REMOVED = Symbol('removed');
const LONG = 'x'.repeat(100_000);
const ODD: readonly unknown[] = [
  REMOVED,
  null,
  '',
  '__proto__',
  '</script><b>&\u202E',
  LONG,
  true,
  -1,
  1.5,
  2 ** 53 - 1,
  1e308,
  [],
  {},
  Array.from({ length: 20_000 }, () => ({})),
];

type Path = readonly (string | number)[];

function* pathsOf(value: unknown, path: Path = []): Generator<Path, void> {
  if (path.length > 0) yield path;
  if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* pathsOf(one, [...path, i]);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) yield* pathsOf(one, [...path, name]);
  }
}

/** A copy of the value with another member. */
function withMember(value: unknown, [name, ...rest]: Path, odd: unknown): unknown {
  if (name === undefined) return odd;
  const members: [string, unknown][] = Object.entries(Object(value));
  const next = members.flatMap(([key, one]): [string, unknown][] => {
    if (key !== String(name)) return [[key, one]];
    const changed = withMember(one, rest, odd);
    return changed === REMOVED ? [] : [[key, changed]];
  });
  return Array.isArray(value) ? next.map(([, one]) => one) : Object.fromEntries(next);
}

let turn = 0;
/** Copies of a JSON text, each with one member changed. */
function* changedTexts(text: string): Generator<string, void> {
  const value: unknown = JSON.parse(text);
  for (const path of pathsOf(value)) {
    for (const odd of ODD) {
      turn += 1;
      const changed = JSON.stringify(withMember(value, path, odd));
      if (turn % EVERY === 0 && changed !== JSON.stringify(value)) yield changed;
    }
  }
}

/** Copies of a table, each with one cell changed. */
function* changedTables(text: string): Generator<string, void> {
  const lines = text.split('\n').map((line) => line.split(','));
  for (const [y, cells] of lines.entries()) {
    for (const x of cells.keys()) {
      for (const odd of ['', '"', '-1', '1e9', '9'.repeat(400), LONG, 'NaN', '0 '.repeat(10_000)]) {
        turn += 1;
        if (turn % EVERY !== 0 || odd === cells[x]) continue;
        yield lines
          .map((line, row) => line.map((cell, column) => (row === y && column === x ? odd : cell)).join(','))
          .join('\n');
      }
    }
  }
}

let house: TestKey;
let stranger: TestKey;
beforeEach(async () => {
  await stubPackEffects();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  house = await newTestKey();
  stranger = await newTestKey();
});

/** Checks a pack, and shows all that the page can show of it. */
async function shown(files: Files): Promise<ReturnType<typeof verdictOf>> {
  const check: PackCheck = await checkPack(files, { installationKeys: [house.publicKey], fingerprint: '' });
  const page = renderToStaticMarkup(createElement(VerifyResult, { check, files }));
  expect(page.length).toBeLessThan(1_500_000);
  for (const day of check.days) {
    if (day.timeZone === null) continue;
    const records = readDay(files, day);
    for (const time of ['23:42:10', '06:00', '']) {
      const asked = askDay(records, day.timeZone, time);
      if (typeof asked === 'string') continue;
      for (const answer of asked) {
        renderToStaticMarkup(createElement(MomentAnswer, { answer, timeZone: day.timeZone }));
      }
    }
  }
  return verdictOf(check.findings);
}

const textOf = (files: Files, name: string): string => new TextDecoder().decode(files.get(name));

test('a changed seal is found, whatever the change is', async () => {
  const { files } = await sealedChain([sealedNight(SEALED_NIGHT, house)], [house.publicKey]);
  expect(await shown(files)).toBe('good');
  for (const text of changedTexts(textOf(files, 'seals.json'))) {
    expect([text.slice(0, 3_000), await shown(await withNewSums(withFile(files, 'seals.json', text)))]).toEqual([
      text.slice(0, 3_000),
      'bad',
    ]);
  }
});

test('a seal that a stranger has made is never in order, whatever it says', async () => {
  const { files, links } = await sealedChain([sealedNight(SEALED_NIGHT, stranger)], [stranger.publicKey]);
  for (const text of changedTexts(JSON.stringify(links[0]?.seal))) {
    const canonical = canonicalText(Object(JSON.parse(text)));
    const link = { fingerprint: await textHash(canonical), signature: await stranger.sign(canonical) };
    const chain = `{"format":"headroom-seals","version":1,"links":[{"seal":${text},${JSON.stringify(link).slice(1)}]}`;
    expect(['bad', 'unvouched']).toContain(await shown(await withNewSums(withFile(files, 'seals.json', chain))));
  }
});

test('whatever the house itself has sealed, the page shows it', async () => {
  const variants = [
    ...[...changedTexts(SEALED_NIGHT['report.json'])].map((text) => ({ ...SEALED_NIGHT, 'report.json': text })),
    ...[...changedTables(SEALED_NIGHT['ledger.csv'])].map((text) => ({ ...SEALED_NIGHT, 'ledger.csv': text })),
    ...[...changedTables(SEALED_NIGHT['journal.csv'])].map((text) => ({ ...SEALED_NIGHT, 'journal.csv': text })),
  ];
  const { files: before } = await sealedChain([sealedNight(SEALED_NIGHT, house)], [house.publicKey]);
  for (const night of variants) {
    const { files } = await sealedChain([sealedNight(night, house)], [house.publicKey]);
    expect(await shown(files)).toBe('good');
    const changed = Object.entries(night).map(([name, text]): [string, Uint8Array<ArrayBuffer>] => [
      `${SEALED_FOLDER}/${name}`,
      utf8(text),
    ]);
    expect(await shown(await withNewSums(new Map([...before, ...changed])))).toBe('bad');
  }
});

test('keys that are none, and files of any name, end in a verdict', async () => {
  const { files } = await sealedChain([sealedNight(SEALED_NIGHT, house)], [house.publicKey]);
  for (const text of changedTexts(textOf(files, 'keys.json'))) {
    expect(['bad', 'good']).toContain(await shown(await withNewSums(withFile(files, 'keys.json', text))));
  }
  for (const name of ['__proto__', 'constructor', '../keys.json', '', '/', `${SEALED_FOLDER}/`, 'x\n\u202E', LONG]) {
    expect([name, await shown(withFile(files, name, 'more'))]).toEqual([name, 'bad']);
  }
});
