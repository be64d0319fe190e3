import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../src/hub/migrations';

test('what recipients were told before counts as sent; an end counts only while a message may still wait', () => {
  const database = new DatabaseSync(':memory:');
  const [first = '', ...later] = MIGRATIONS;
  database.exec(first);
  const told = database.prepare("INSERT INTO alert_told VALUES (?, 'e1', 'a1', 'x', ?, 0, 0)");
  for (const [recipientId, threshold] of [
    ['knows', 90],
    ['waits', 0],
    ['knows the end', 0],
  ] as const)
    told.run(recipientId, threshold);
  const message = database.prepare(
    "INSERT INTO alert_messages (recipient_id, body, created_at, due_at, attempts, state) VALUES (?, '{}', 0, ?, 0, '')",
  );
  message.run('waits', 5);
  message.run('knows the end', null);
  for (const sql of later) database.exec(sql);
  const sent = database.prepare('SELECT recipient_id, sent, is_given_up FROM alert_told').all();
  expect(sent.map((row) => Object.values(row))).toEqual([
    ['knows', 90, 0],
    ['knows the end', 0, 0],
    ['waits', 1, 0],
  ]);
});
