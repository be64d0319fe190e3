import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { hashOf, utf8 } from '../../../src/shared/sealed/sealing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { LEDGER_RETENTION_MS } from '../../../src/shared/reports/limits';
import type { PackFiles } from '../../../web/src/features/verify/read-pack';
import { FRIDAY, FRIDAY_ENDS, FRIDAY_NIGHT, SATURDAY } from '../../support/moments';
import { withFile, withNewSums } from '../../support/sealed-chain';
import { stopClock } from '../../support/clock';
import { loginWithCode } from '../support/accounts';
import { chainOf, newEvidenceKey, resigned, sealedVenue, servedKeys, textOf, verified } from '../support/evidence';

/** Tests the evidence of closed days as somebody gets and checks it: seals, packs and keys. */

let key: Awaited<ReturnType<typeof newEvidenceKey>>;
beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  key = await newEvidenceKey();
  env.EVIDENCE_KEY = key.secret;
});

const FOLDER = `${FRIDAY} revision 1`;
const DAY_FILES = ['README.txt', 'journal.csv', 'ledger.csv', 'report.de.html', 'report.en.html', 'report.json'];

/** A venue over its capacity on Friday, sealed. */
async function sealedFriday() {
  const venue = await sealedVenue();
  await venue.tap(600);
  vi.setSystemTime(FRIDAY_NIGHT + HOUR_MS);
  await venue.tap(-350);
  await venue.ringUntil(FRIDAY_ENDS + 10 * MINUTE_MS);
  return venue;
}

test('a closed day is sealed and signed, and its pack is complete and intact', async () => {
  const { pack, seals, event } = await sealedFriday();
  const { seals: listed } = await seals();
  const [present] = await servedKeys();
  expect(listed).toMatchObject([{ seq: 1, day: FRIDAY, revision: 1, keyId: present?.kid }]);
  const files = await pack(`?from=${FRIDAY}&to=${FRIDAY}`);
  expect([...files.keys()].toSorted()).toEqual([
    ...DAY_FILES.map((name) => `${FOLDER}/${name}`),
    'README.txt',
    'SHA256SUMS',
    'keys.json',
    'seals.json',
  ]);
  // How to read the pack comes first, and the sums of all other files come last.
  expect([...files.keys()].at(0)).toBe('README.txt');
  expect([...files.keys()].at(-1)).toBe('SHA256SUMS');
  const readme = textOf(files, 'README.txt');
  expect(readme).toContain(`  ${FOLDER}/`);
  expect(readme).toMatch(/^ {2}1\. Open https?:\/\/\S+\/verify$/m);
  const fingerprint = listed[0]?.fingerprint ?? '';
  const check = await verified(files, { fingerprint });
  expect(check).toMatchObject({ verdict: 'good', eventName: event.eventName, days: [{ day: FRIDAY }] });
  expect(check.types).toEqual(['chain_intact', 'fingerprint_found', 'signed', 'sums_right']);
  // What an inspector asks is in the report's first lines.
  const html = textOf(files, `${FOLDER}/report.en.html`);
  expect(html).toContain('Over capacity: 1 period of 1 h');
  expect(html).toContain('at most 120 % of the capacity');
  expect(html).toContain(`${FRIDAY} 22:00:00`);
  expect(textOf(files, `${FOLDER}/report.de.html`)).toContain('höchstens 120 % der Kapazität');
  expect(textOf(files, `${FOLDER}/ledger.csv`).trimEnd().split('\r\n')).toHaveLength(3);
  expect(textOf(files, `${FOLDER}/journal.csv`)).toContain('area_added');
  // The newest sealed day is the one without parameters, and the first half of a fingerprint suffices.
  expect(await pack()).toEqual(files);
  expect((await verified(files, { fingerprint: fingerprint.slice(0, 32) })).verdict).toBe('good');
});

/** A Friday on which the control room gave an order and made a drill real by mistake, sealed. */
async function sealedDrill() {
  const venue = await sealedVenue();
  const { admin, path } = venue;
  await venue.tap(30);
  const hold = { kind: 'hold', target: { type: 'event' }, note: 'Spill' };
  expect((await admin.client.post(`${path}/orders`, hold)).status).toBe(201);
  const started = await admin.client.post(`${path}/evacuations`, { isDrill: true });
  const { evacuationId } = z.parse(z.object({ evacuationId: z.string() }), started.body);
  vi.setSystemTime(FRIDAY_NIGHT + 4 * MINUTE_MS);
  expect((await admin.client.post(`${path}/evacuations`, { isDrill: false })).status).toBe(201);
  vi.setSystemTime(FRIDAY_NIGHT + 10 * MINUTE_MS);
  const ended = await admin.client.post(`${path}/evacuations/${evacuationId}/end`, { isMistake: true });
  expect(ended.status).toBe(200);
  await venue.ringUntil(FRIDAY_ENDS + 10 * MINUTE_MS);
  return venue;
}

const MARKED = `Evacuation, a drill until ${FRIDAY} 22:04:00, started by mistake`;
const DRILL_ROW = `<th scope="row">${MARKED}</th><td class="t">${FRIDAY} 22:00:00</td><td class="n">30</td>`;

test('what the control room did stands in the sealed report', async () => {
  const { pack } = await sealedDrill();
  const files = await pack();
  expect((await verified(files)).verdict).toBe('good');
  expect(chainOf(files).links.map(({ seal }) => seal.version)).toEqual([1]);
  const html = textOf(files, `${FOLDER}/report.en.html`);
  expect(html).toContain('<th scope="row">Hold</th><td>All doors</td>');
  expect(html).toContain(DRILL_ROW);
  expect(textOf(files, `${FOLDER}/report.de.html`)).toContain('<h2>Evakuierungen und Übungen</h2>');
});

/** The pack with each of the digits of a file raised by one, one at a time; of many digits, every so many. */
function* withOtherDigits(files: PackFiles, name: string, most: number): Generator<PackFiles, void> {
  const text = textOf(files, name);
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const every = Math.max(1, Math.floor(places.length / most));
  for (const [i, place] of places.entries()) {
    if (i % every !== 0 && i !== places.length - 1) continue;
    const digit = String((Number(text[place]) + 1) % 10);
    yield withFile(files, name, text.slice(0, place) + digit + text.slice(place + 1));
  }
}

describe('a changed pack', () => {
  test('one changed digit in any file is found, and the file or seal is named', async () => {
    const { pack } = await sealedFriday();
    const files = await pack();
    const keys = await servedKeys();
    for (const name of DAY_FILES.map((file) => `${FOLDER}/${file}`)) {
      let changed = 0;
      for (const other of withOtherDigits(files, name, 5)) {
        const { verdict, findings } = await verified(other, { keys });
        expect({ name, verdict, findings }).toMatchObject({
          verdict: 'bad',
          findings: expect.arrayContaining([{ type: 'file_changed', file: name, day: FRIDAY }]),
        });
        changed += 1;
      }
      expect(changed, name).toBeGreaterThan(0);
    }
    for (const other of withOtherDigits(files, 'README.txt', 5)) {
      const { verdict, findings } = await verified(other, { keys });
      expect(verdict).toBe('bad');
      expect(findings).toContainEqual({ type: 'sum_wrong', file: 'README.txt' });
    }
    for (const other of withOtherDigits(files, 'SHA256SUMS', 1_000)) {
      const { verdict, types } = await verified(other, { keys });
      expect(verdict).toBe('bad');
      expect(types.includes('sum_wrong') || types.includes('file_without_sum')).toBe(true);
    }
    for (const other of withOtherDigits(files, 'seals.json', 1_000)) {
      const { verdict, types } = await verified(other, { keys });
      // A seal that says that it is of a later version is not read, so nobody vouches for it.
      expect(verdict).toBe(types.includes('seal_newer') ? 'unvouched' : 'bad');
    }
    for (const other of withOtherDigits(files, 'keys.json', 1_000)) {
      const { verdict, types } = await verified(other, { keys });
      expect(verdict).toBe('bad');
      expect(types.includes('key_changed') || types.includes('file_unreadable')).toBe(true);
    }
  });

  test('added, renamed, missing and unreadable files are named', async () => {
    const { pack } = await sealedFriday();
    const files = await pack();
    const without = (name: string): PackFiles => new Map([...files].filter(([file]) => file !== name));
    expect((await verified(withFile(files, 'notes.txt', 'x'))).findings).toContainEqual({
      type: 'file_unknown',
      file: 'notes.txt',
    });
    const ledger = `${FOLDER}/ledger.csv`;
    expect(await verified(without(ledger))).toMatchObject({
      verdict: 'warn',
      findings: expect.arrayContaining([{ type: 'file_missing', file: ledger }]),
    });
    expect((await verified(without('README.txt'))).findings).toContainEqual({
      type: 'sum_without_file',
      file: 'README.txt',
    });
    const sums = textOf(files, 'SHA256SUMS');
    for (const text of ['no sum\n', `${sums}\n`, sums.replace('\n', '\n\n'), sums.trimEnd()]) {
      expect((await verified(withFile(files, 'SHA256SUMS', text))).findings).toContainEqual({
        type: 'file_unreadable',
        file: 'SHA256SUMS',
      });
    }
    for (const file of ['seals.json', 'keys.json', 'SHA256SUMS']) {
      expect(await verified(without(file))).toMatchObject({
        verdict: 'bad',
        findings: expect.arrayContaining([{ type: 'file_unreadable', file }]),
      });
    }
  });

  test('a chain that the owner of the key signs again is found by the fingerprint from outside alone', async () => {
    const { pack, seals } = await sealedFriday();
    const files = await pack();
    const fingerprint = (await seals()).seals[0]?.fingerprint ?? '';
    const name = `${FOLDER}/report.json`;
    const figures = textOf(files, name).replace('"peak":600', '"peak":490');
    expect(figures).not.toBe(textOf(files, name));
    const bytes = utf8(figures);
    const sha256 = await hashOf(bytes);
    const [link] = chainOf(files).links;
    if (link === undefined) throw new Error('No link');
    const sealed = link.seal.files.map((file) =>
      file.name === 'report.json' ? { ...file, sha256, bytes: bytes.byteLength } : file,
    );
    const links = await resigned([{ ...link, seal: { ...link.seal, files: sealed } }], key.privateKey);
    const chain = { ...chainOf(files), links };
    const forged = await withNewSums(withFile(withFile(files, name, figures), 'seals.json', JSON.stringify(chain)));
    expect(await verified(forged)).toMatchObject({ verdict: 'good' });
    expect((await verified(forged)).types).toContain('no_fingerprint');
    const check = await verified(forged, { fingerprint });
    expect(check).toMatchObject({ verdict: 'bad' });
    expect(check.types).toContain('fingerprint_unknown');
  });
});

test('keys rotate: earlier seals stay checkable with the retired key, and other installations say that they do not know it', async () => {
  const venue = await sealedFriday();
  const [old] = await servedKeys();
  const next = await newEvidenceKey();
  env.EVIDENCE_KEY = next.secret;
  env.EVIDENCE_RETIRED_KEYS = `${key.x}, no key`;
  vi.setSystemTime(FRIDAY_NIGHT + DAY_MS);
  await venue.tap(1);
  await venue.ringUntil(FRIDAY_ENDS + DAY_MS + 10 * MINUTE_MS);
  const keys = await servedKeys();
  expect(keys.map(({ x }) => x)).toEqual([next.x, key.x]);
  expect((await venue.seals()).seals.map(({ day, keyId }) => [day, keyId])).toEqual([
    [SATURDAY, keys[0]?.kid],
    [FRIDAY, old?.kid],
  ]);
  const files = await venue.pack(`?from=${FRIDAY}&to=${SATURDAY}`);
  const check = await verified(files);
  expect(check).toMatchObject({ verdict: 'good', days: [{ day: FRIDAY }, { day: SATURDAY }] });
  expect(check.findings).toContainEqual({ type: 'signed', links: 2 });
  const elsewhere = await verified(files, { keys: null });
  expect(elsewhere.verdict).toBe('unvouched');
  expect(elsewhere.findings).toContainEqual({ type: 'keys_of_pack', links: 2 });
  const stranger = await verified(withFile(files, 'keys.json', '{"keys":[]}'), { keys: [] });
  expect(stranger.types).toContain('key_unknown');
});

test('without a key a day is sealed without a signature, and the pack says so', async () => {
  delete env.EVIDENCE_KEY;
  const { pack, seals } = await sealedFriday();
  expect((await seals()).seals).toMatchObject([{ keyId: null }]);
  const check = await verified(await pack(), { fingerprint: (await seals()).seals[0]?.fingerprint ?? '' });
  expect(check.verdict).toBe('by_fingerprint');
  expect(check.types).toEqual(['by_fingerprint', 'chain_intact', 'fingerprint_found', 'sums_right']);
  expect((await verified(await pack())).verdict).toBe('unvouched');
});

test('a late revision is a new link, and the pack has the newest one of each day', async () => {
  const venue = await sealedFriday();
  const [first] = (await venue.seals()).seals;
  const before = await venue.pack();
  await venue.tap(5, FRIDAY_NIGHT + 2 * MINUTE_MS);
  await venue.ringUntil(FRIDAY_ENDS + 2 * HOUR_MS);
  const { seals } = await venue.seals(`?day=${FRIDAY}`);
  expect(seals.map(({ seq, revision }) => [seq, revision])).toEqual([
    [2, 2],
    [1, 1],
  ]);
  const files = await venue.pack();
  expect([...files.keys()].filter((name) => name.startsWith(`${FRIDAY} revision 2/`))).toHaveLength(DAY_FILES.length);
  expect(chainOf(files).links.map(({ fingerprint }) => fingerprint)).toEqual(
    seals.map(({ fingerprint }) => fingerprint).toReversed(),
  );
  // The fingerprint of the first link still fits, because it is part of the chain.
  expect((await verified(files, { fingerprint: first?.fingerprint ?? '' })).verdict).toBe('good');
  expect((await verified(before)).verdict).toBe('good');
  // A page has as many links as it may have.
  const page = await venue.seals('?limit=1');
  expect(page).toMatchObject({ seals: [{ seq: 2 }], next: '2' });
  expect(await venue.seals(`?limit=1&after=${page.next}`)).toMatchObject({ seals: [{ seq: 1 }] });
});

test('when taps and reports are deleted, only the seal is left, and the chain goes on', async () => {
  env.RETENTION_MONTHS = '6';
  const venue = await sealedFriday();
  const whole = chainOf(await venue.pack());
  await venue.ringUntil(FRIDAY_ENDS + LEDGER_RETENTION_MS + HOUR_MS);
  await venue.logIn();
  const later = await verified(await venue.pack());
  expect(later.verdict).toBe('warn');
  expect(later.findings).toContainEqual({ type: 'file_missing', file: `${FOLDER}/ledger.csv` });
  expect(later.days[0]?.files.filter(({ state }) => state === 'sealed')).toHaveLength(DAY_FILES.length - 1);

  await venue.ringUntil(FRIDAY_ENDS + 200 * DAY_MS);
  await venue.logIn();
  const empty = await venue.pack();
  expect([...empty.keys()]).toEqual(['README.txt', 'seals.json', 'keys.json', 'SHA256SUMS']);
  expect(chainOf(empty)).toEqual(whole);
  expect((await verified(empty)).types).toContain('no_files');
  const again = await loginWithCode(venue.event.accessCode);
  await venue.tap(1, Date.now(), again);
  await venue.ringUntil(Date.now() + 2 * DAY_MS);
  const { links } = chainOf(await venue.pack());
  expect(links.map(({ seal }) => seal.seq)).toEqual([1, 2]);
  expect(links[1]?.seal.prev).toBe(whole.links[0]?.fingerprint);
});

test('a pack of days that are not sealed is refused', async () => {
  const { admin, path, tap } = await sealedVenue();
  await tap(1);
  expect(await admin.client.get(`${path}/evidence`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await admin.client.get(`${path}/evidence?from=${FRIDAY}`)).toMatchObject({ status: 400 });
  expect(await admin.client.get(`${path}/seals?after=x`)).toMatchObject({ status: 400 });
  expect(await admin.client.get(`${path}/seals?day=x`)).toMatchObject({ status: 400 });
});
