import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { SEAL_RETRY_MS, SEAL_STEP_ROWS } from '../../src/room/evidence/limits';
import { REPORT_GRACE_MS, REPORT_STEPS } from '../../src/room/reports/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { SealSchema } from '../../src/shared/sealed/schemas';
import { FRIDAY, FRIDAY_ENDS, FRIDAY_NIGHT, SATURDAY } from '../support/moments';
import { closings, enterRows, valueOf } from '../worker/support/closings';
import { alarmAt, count, nightOut, writesDuring } from '../worker/support/days';
import { newEvidenceKey } from '../worker/support/evidence';
import { mailsDuring } from '../worker/support/mails';
import { breakTable, counts, knownRoom, mendTable, roomStub, VISIT } from '../worker/support/room';

/** Tests how a room seals its closed days, whatever fails, and mails their fingerprints. */

const { ring, ringUntil, rowsOf, stored } = closings((at) => night.at(at));

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});

const CLOSED_AT = FRIDAY_ENDS + REPORT_GRACE_MS;

/** The sealed links, oldest first. */
async function chain() {
  const links = valueOf(await roomStub().readSeals(VISIT, { before: Number.MAX_SAFE_INTEGER, limit: -1 }));
  return links.toReversed().map(({ body, ...link }) => ({ ...link, seal: z.parse(SealSchema, JSON.parse(body)) }));
}

/** The newest link's entry for a file. */
const sealedFile = async (name: string) => (await chain()).at(-1)?.seal.files.find((file) => file.name === name);

test('a report is sealed by the alarm that stores it, in two rows, and counting goes on', async () => {
  await count();
  await ringUntil(CLOSED_AT - 1);
  const writes = await writesDuring(async () => {
    night.at(CLOSED_AT);
    await runInDurableObject(roomStub(), (room) => room.alarm());
  });
  expect(writes.filter((write) => write.includes('seals'))).toEqual(['INSERT INTO seals', 'UPDATE seals SET']);
  const [link] = await chain();
  expect(link).toMatchObject({
    seq: 1,
    signature: null,
    seal: { seq: 1, prev: null, day: FRIDAY, revision: 1, eventName: 'Open Air', timeZone: 'UTC', kid: null },
  });
  expect(link?.seal.files.map(({ name }) => name)).toEqual([
    'README.txt',
    'report.en.html',
    'report.de.html',
    'report.json',
    'ledger.csv',
    'journal.csv',
  ]);
  // Nothing is left to do until the taps are old.
  expect(await alarmAt()).toBe(CLOSED_AT + 90 * DAY_MS);
  await count([Date.now()]);
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('a large ledger is hashed in parts, with turns for taps in between, over as many alarms as it takes', async () => {
  await count();
  const pages = 6;
  await enterRows(pages * SEAL_STEP_ROWS, FRIDAY_NIGHT);
  await ringUntil(CLOSED_AT - 1);
  night.at(CLOSED_AT);
  const turns = await runInDurableObject(roomStub(), async (room) => {
    const deps = room['parts'].seals['deps'];
    const { yieldTurn } = deps;
    let taken = 0;
    deps.yieldTurn = async () => {
      taken += 1;
      // A tap of that day, in the middle of the ledger: it belongs to the next revision.
      if (taken === 5) await count([FRIDAY_NIGHT + MINUTE_MS]);
      await yieldTurn();
    };
    await room.alarm();
    return taken;
  });
  // Four small files, the parts of the ledger, the journal, and the link.
  expect(turns).toBeGreaterThanOrEqual(4 + pages + 1);
  expect(turns).toBeLessThan(REPORT_STEPS);
  const first = await sealedFile('ledger.csv');
  await ringUntil(CLOSED_AT + HOUR_MS);
  expect((await chain()).map(({ revision }) => revision)).toEqual([1, 2]);
  const second = await sealedFile('ledger.csv');
  expect(second?.bytes).toBeGreaterThan(first?.bytes ?? 0);
});

test('a day whose taps are deleted while it is hashed is sealed without its ledger', async () => {
  await count();
  await ringUntil(CLOSED_AT - 1);
  night.at(CLOSED_AT);
  await runInDurableObject(roomStub(), async (room) => {
    const { seals, store } = room['parts'];
    const deps = seals['deps'];
    const { yieldTurn } = deps;
    deps.yieldTurn = async () => {
      store.reports.setLedgerFrom(FRIDAY_ENDS);
      await yieldTurn();
    };
    await room.alarm();
  });
  await ringUntil(CLOSED_AT + HOUR_MS);
  const links = await chain();
  expect(links.map(({ seal }) => [seal.seq, seal.ledgerUpTo])).toEqual([[1, null]]);
  expect(await sealedFile('ledger.csv')).toBeUndefined();
});

test('a day whose seal fails is sealed later, in order, after the room has slept', async () => {
  await count();
  await ringUntil(CLOSED_AT - 1);
  await breakTable('seals', 'UPDATE');
  await ring();
  expect(await stored()).toEqual([`${FRIDAY} 1`]);
  expect(await chain()).toEqual([]);
  expect(night.logged.join()).toContain('room.seal');
  expect(await alarmAt()).toBe(CLOSED_AT + SEAL_RETRY_MS);
  night.at(FRIDAY_NIGHT + DAY_MS);
  await count();
  await mendTable();
  await evictDurableObject(roomStub());
  await ringUntil(FRIDAY_ENDS + DAY_MS + HOUR_MS);
  const [friday, saturday] = await chain();
  expect([friday?.day, saturday?.day, saturday?.seal.prev]).toEqual([FRIDAY, SATURDAY, friday?.fingerprint]);
});

test('a key that is none seals nothing, and the day is sealed when the key is right', async () => {
  env.EVIDENCE_KEY = 'AAAA';
  await count();
  await ringUntil(CLOSED_AT);
  expect(await chain()).toEqual([]);
  expect(night.logged.join()).toContain('EVIDENCE_KEY is no Ed25519 key');
  const key = await newEvidenceKey();
  env.EVIDENCE_KEY = key.secret;
  await ringUntil(CLOSED_AT + 2 * SEAL_RETRY_MS);
  expect((await chain())[0]?.signature).toMatch(/^[\w-]{86}$/);
});

test('behind a signed day, a day without a key waits for one: unsigned, it would look forged', async () => {
  const key = await newEvidenceKey();
  env.EVIDENCE_KEY = key.secret;
  await count();
  await ringUntil(CLOSED_AT);
  delete env.EVIDENCE_KEY;
  night.at(FRIDAY_NIGHT + DAY_MS);
  await count();
  await ringUntil(CLOSED_AT + DAY_MS);
  expect((await chain()).map(({ day }) => day)).toEqual([FRIDAY]);
  expect(night.logged.join()).toContain('EVIDENCE_KEY is not set, but earlier days are signed');
  env.EVIDENCE_KEY = key.secret;
  await ringUntil(CLOSED_AT + DAY_MS + 2 * SEAL_RETRY_MS);
  expect((await chain()).map(({ day, signature }) => [day, signature !== null])).toEqual([
    [FRIDAY, true],
    [SATURDAY, true],
  ]);
});

test('a report that cannot be stored opens no link', async () => {
  await count();
  await ringUntil(CLOSED_AT - 1);
  await breakTable('seals');
  await ring();
  expect([await stored(), await rowsOf('seals')]).toEqual([[], 0]);
  await mendTable();
  await ringUntil(CLOSED_AT + HOUR_MS);
  expect((await chain()).map(({ day }) => day)).toEqual([FRIDAY]);
});

test('a deleted event leaves no seal', async () => {
  await count();
  await ringUntil(CLOSED_AT);
  expect(await rowsOf('seals')).toBe(1);
  await roomStub().deleteEvent();
  expect(await roomStub().erase()).toEqual({ ok: true, value: null });
  expect(await rowsOf('seals')).toBe(0);
});

/** An account with the room's owner, who gets the mails. */
const signUpOwner = () =>
  env.DB.prepare(
    `INSERT INTO users (user_id, email, password_hash, trial_ends_at, created_at)
     VALUES ('owner-1', 'owner@headroom.test', '', 0, 0)`,
  ).run();

test('the fingerprint of a sealed day is mailed once to the admin, and later days bring later mails', async () => {
  env.MAIL_TO_CONSOLE = 'true';
  env.PUBLIC_ORIGIN = 'https://headroom.test';
  await signUpOwner();
  await count();
  const mails = await mailsDuring(() => ringUntil(CLOSED_AT + HOUR_MS));
  const [link] = await chain();
  expect(mails).toMatchObject([{ to: 'owner@headroom.test', subject: expect.stringContaining(`Open Air ${FRIDAY}`) }]);
  const grouped = (link?.fingerprint.match(/.{4}/g) ?? []).join(' ');
  expect(mails[0]?.text).toContain(grouped);
  expect(mails[0]?.text).toContain('https://headroom.test/verify');
  expect(mails[0]?.text).toContain('Fingerabdruck');
  expect(await mailsDuring(() => ringUntil(CLOSED_AT + 10 * HOUR_MS))).toEqual([]);
  await count([FRIDAY_NIGHT + MINUTE_MS]);
  const more = await mailsDuring(() => ringUntil(CLOSED_AT + 20 * HOUR_MS));
  expect(more).toHaveLength(1);
  expect(more[0]?.text).toContain(`${FRIDAY} (revision 2, 2)`);
  expect(more[0]?.text).not.toContain(grouped);
});

test('a mail that fails is tried again, and given up in the end; nothing is mailed when that is off', async () => {
  env.MAIL_TO_CONSOLE = 'true';
  await signUpOwner();
  const log = vi.spyOn(console, 'log').mockImplementation(() => {
    throw new Error('No mail today');
  });
  await count();
  await ringUntil(CLOSED_AT + HOUR_MS);
  expect(night.logged.join()).toContain('room.seal_mail');
  expect(await alarmAt()).toBeGreaterThan(CLOSED_AT + HOUR_MS);
  expect((await alarmAt()) ?? 0).toBeLessThan(CLOSED_AT + 6 * HOUR_MS);
  log.mockRestore();
  expect(await mailsDuring(() => ringUntil(CLOSED_AT + 6 * HOUR_MS))).toHaveLength(1);

  env.EVIDENCE_MAIL = 'off';
  await evictDurableObject(roomStub());
  await count([FRIDAY_NIGHT + MINUTE_MS]);
  expect(await mailsDuring(() => ringUntil(CLOSED_AT + 10 * HOUR_MS))).toEqual([]);
  expect(await chain()).toHaveLength(2);
});
