import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { PENDING_NEWS_MAX } from '../../../src/room/storage/limits';
import { Meta } from '../../../src/room/storage/meta';
import { migrate } from '../../../src/room/storage/migrations';
import { PendingNews } from '../../../src/room/storage/pending-news';
import type { EventNews } from '../../../src/rpc/webhook-bodies';
import { sqlitePort } from '../../support/sqlite-ports';

/** Tests the list of what the account's hub does not know yet. */

const sealed = (day: string): EventNews => ({
  type: 'report.sealed',
  data: {
    eventId: 'e1',
    eventName: 'Friday',
    day,
    revision: 1,
    sequence: 1,
    fingerprint: 'f'.repeat(64),
    previousFingerprint: null,
    sealedAt: `${day}T06:00:00.000Z`,
    isSigned: true,
  },
});

test('news that this release cannot read is dropped and stops neither other news nor what causes it', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const meta = new Meta(sql);
  const ofLaterRelease = { type: 'queue.opened', data: { eventId: 'e1', queue: 3 } };
  meta.set('pending_news', JSON.stringify([sealed('2026-07-16'), ofLaterRelease]));
  const news = new PendingNews(meta);
  expect(news.list).toEqual([sealed('2026-07-16')]);
  news.add(sealed('2026-07-17'));
  expect(news.list).toEqual([sealed('2026-07-16'), sealed('2026-07-17')]);
  expect(log.mock.calls.map(([line]) => String(line))).toEqual([expect.stringContaining('"what":"room.event_news"')]);
  news.done(news.list);
  expect(meta.get('pending_news')).toBeUndefined();
});

test('of too much news that waits, orders go first, and evacuations and unconfirmed orders never', () => {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const meta = new Meta(sql);
  const about = { eventId: 'e1', eventName: 'Friday' };
  const order = {
    orderId: 'o1',
    kind: 'stop' as const,
    target: { type: 'event' as const },
    note: null,
    givenAt: 't',
    givenBy: null,
  };
  const evacuation = {
    evacuationId: 'v1',
    isDrill: false,
    startedAt: 't',
    becameRealAt: null,
    startedOn: null,
    occupancyAtStart: 1,
  };
  const urgent: EventNews[] = [
    { type: 'evacuation.started', data: { ...about, evacuation } },
    { type: 'order.unconfirmed', data: { ...about, order, minutes: 2, waiting: 1 } },
  ];
  const given: EventNews = { type: 'order.given', data: { ...about, order, replacedOrderId: null, devices: 1 } };
  const seals = Array.from({ length: PENDING_NEWS_MAX - 1 }, (_, n) => sealed(`day ${n}`));
  meta.set('pending_news', JSON.stringify([...urgent, given, ...seals.slice(0, -3)]));
  const news = new PendingNews(meta);
  for (const one of seals.slice(-3)) news.add(one);
  expect(news.list).toEqual([...urgent, ...seals.slice(1)]);
});
