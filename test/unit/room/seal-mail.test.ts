import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Calendar } from '../../../src/room/days/day-rules';
import { SealMail } from '../../../src/room/evidence/seal-mail';
import { SealRows } from '../../../src/room/evidence/seal-rows';
import { Meta } from '../../../src/room/storage/meta';
import { migrate } from '../../../src/room/storage/migrations';
import { sqlitePort } from '../../support/sqlite-ports';
import { roomState } from './states';

test('days that are sealed one soon after the other make one mail, which lists them from the oldest', async () => {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const seals = new SealRows(sql, new Meta(sql));
  const { event } = roomState([]);
  const sent: string[][] = [];
  const mail = new SealMail({
    seals,
    flushNow: () => ({ event, days: new Calendar(event.dayRules), now: 1 }),
    send: async (links) => void sent.push(links.map(({ day }) => day)),
  });
  const seal = (seq: number) =>
    seals.seal(seq, { body: '{}', signature: null, fingerprint: `${seq}` }, () => undefined);
  for (const day of ['friday', 'saturday']) seals.open({ day, revision: 1 }, 0);

  seal(1);
  expect(mail.dueAt()).toBeUndefined();
  await mail.run();
  expect(sent).toEqual([]);
  seal(2);
  for (let ring = 0; ring < 2; ring++) await mail.run();
  expect(sent).toEqual([['friday', 'saturday']]);
});
