import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test, vi } from 'vitest';
import { AlarmScheduler } from '../../../src/durable-object/alarm-scheduler';
import { Calendar } from '../../../src/room/state/day-rules';
import {
  type DeliveryJobs,
  type DeliveryJobsDeps,
  openDeliveryJobs,
} from '../../../src/room/composition/delivery-jobs';
import { tellAllAlertsFrom } from '../../../src/room/storage/alert-outbox';
import type { CrowdAlert, MachineAlert } from '../../../src/room/storage/alert-kinds';
import type { RoomState } from '../../../src/room/state/room-state';
import { migrate } from '../../../src/room/storage/migrations';
import { RoomStore } from '../../../src/room/storage/room-store';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { SILENT } from '../../../src/shared/machines/trouble';
import { sqlitePort } from '../../support/sqlite-ports';
import { areaState, roomState } from './states';

/** Tests how a room tells others what they must hear at least once, while other things happen to the room. */

const START = Date.UTC(2040, 5, 15, 18);
beforeEach(() => void vi.useFakeTimers({ now: START }));

const unseen = { raisedAt: START, acknowledgedAt: null, acknowledgedBy: null, clearedAt: null, note: null };
const alert: CrowdAlert = {
  type: 'crowd',
  alertId: 'a1',
  areaId: 'main',
  threshold: 75,
  occupancy: 8,
  capacity: 10,
  ...unseen,
};
const about = { sourceId: 'north', sourceName: 'North', areaId: null, heardAt: START, trouble: SILENT };
const machineAlert: MachineAlert = { type: 'machine', alertId: 'm1', ...about, ...unseen };

function room() {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const store = new RoomStore(sql);
  const state = vi.fn<() => RoomState | undefined>(() => roomState([areaState('main')]));
  const hub = {
    announceAlerts: vi.fn<ReturnType<DeliveryJobsDeps['hubOf']>['announceAlerts']>(async () => undefined),
    announceNews: vi.fn<() => Promise<void>>(async () => undefined),
    runBilling: vi.fn<() => Promise<void>>(async () => undefined),
  };
  const recordDays = vi.fn<() => Promise<void>>(async () => undefined);
  const mailSeals = vi.fn<NonNullable<DeliveryJobsDeps['mailSeals']>>(async () => undefined);
  const core = {
    store,
    get stateOrNone() {
      return state();
    },
    get openState() {
      return state()?.deleted === false ? state() : undefined;
    },
    flushNow: () => {
      const event = state()?.event;
      return event && { event, days: new Calendar(event.dayRules), now: Date.now() };
    },
  };
  const deliveries = openDeliveryJobs(core, {
    now: () => Date.now(),
    hubOf: () => hub,
    isBillingOn: true,
    recordDays,
    mailSeals,
  });
  /** For each call of the hub: whether it was told everything, and of which alerts. */
  const told = () => hub.announceAlerts.mock.calls.map(([, , some, isAll]) => [isAll, some.map((one) => one.alertId)]);
  return { store, state, hub, recordDays, mailSeals, deliveries, told };
}
type Room = ReturnType<typeof room>;

/** Stores what each delivery has to tell, and returns the call that tells it. */
const WAITING: Record<
  Exclude<keyof DeliveryJobs, 'recordAllDays'>,
  (room: Room) => { mockRejectedValueOnce(e: Error): unknown; mock: { calls: unknown[] } }
> = {
  alerts: ({ store, hub }) => {
    store.alerts.machine.put(machineAlert, START);
    return hub.announceAlerts;
  },
  news: ({ store, hub }) => {
    store.news.add({
      type: 'order.unconfirmed',
      data: {
        eventId: 'event',
        eventName: 'Event',
        order: { orderId: 'o1', kind: 'stop', target: { type: 'event' }, note: null, givenAt: 't', givenBy: null },
        minutes: 2,
        waiting: 1,
      },
    });
    return hub.announceNews;
  },
  sealMail: ({ store, mailSeals }) => {
    store.seals.open({ day: 'friday', revision: 1 }, 0);
    store.seals.seal(1, { body: '{}', signature: null, fingerprint: '1' }, () => undefined);
    return mailSeals;
  },
  activeDays: ({ store, recordDays }) => {
    store.days.put({ day: 'friday', countedAt: START, billableAt: null }, START);
    return recordDays;
  },
};

test.each([
  ['alerts', 'alert states', 'room.alert_states', 5_000],
  ['news', 'event news', 'room.event_news', 5_000],
  ['sealMail', 'seal mail', 'room.seal_mail', 10 * MINUTE_MS],
  ['activeDays', 'delivery', 'room.deliver', 5_000],
] as const)('%s: a failure is logged, and they are told again after a wait, once', async (key, name, what, waitMs) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const opened = room();
  const job = opened.deliveries[key];
  const tell = WAITING[key](opened);
  let alarmAt: number | null = null;
  const alarms = new AlarmScheduler(
    {
      getAlarm: async () => alarmAt,
      setAlarm: async (at) => void (alarmAt = at),
      deleteAlarm: async () => void (alarmAt = null),
    },
    () => [job],
    () => ({ eventId: 'event' }),
  );
  tell.mockRejectedValueOnce(new Error('Out of reach'));
  await alarms.ring();
  expect(logged.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringContaining(`"what":"${what}","eventId":"event","job":"${name}"`),
  ]);
  expect(alarmAt).toBe(START + waitMs);
  await alarms.ring();
  expect(tell.mock.calls).toHaveLength(1);
  vi.setSystemTime(START + waitMs);
  for (let ring = 0; ring < 2; ring += 1) await alarms.ring();
  expect([tell.mock.calls.length, alarmAt]).toEqual([2, null]);
});

test.each(['alerts', 'news', 'sealMail'] as const)(
  '%s: a room that was deleted during the call writes nothing more',
  async (key) => {
    const opened = room();
    const job = opened.deliveries[key];
    WAITING[key](opened);
    const known = opened.state();
    const before = job.dueAt();
    const tell = async () => void opened.state.mockReturnValue(undefined);
    await job.deliver(tell);
    expect(job.dueAt()).toBeUndefined();
    opened.state.mockReturnValue(known);
    expect(job.dueAt()).toBe(before);
  },
);

test('a room that is restored while it tells of an alert tells of all alerts after that', async () => {
  const { deliveries, store, hub, told } = room();
  store.alerts.crowd.put(alert, START);
  hub.announceAlerts.mockImplementationOnce(async () => tellAllAlertsFrom(store.meta, START));
  await deliveries.alerts.deliver();
  expect(told()).toEqual([
    [false, ['a1']],
    [true, ['a1']],
  ]);
  expect(deliveries.alerts.dueAt()).toBeUndefined();
});

test('a restored room without alerts tells that, and again a minute after a failure', () => {
  const { deliveries, store } = room();
  tellAllAlertsFrom(store.meta, START);
  expect(deliveries.alerts.postpone(1)).toBe(MINUTE_MS);
  expect(deliveries.alerts.dueAt()).toBe(START + MINUTE_MS);
});

test('days that are sealed one soon after the other make one mail, which lists them from the oldest', async () => {
  const { deliveries, store, mailSeals } = room();
  const seal = (seq: number) =>
    store.seals.seal(seq, { body: '{}', signature: null, fingerprint: `${seq}` }, () => undefined);
  for (const day of ['friday', 'saturday']) store.seals.open({ day, revision: 1 }, 0);
  seal(1);
  expect(deliveries.sealMail.dueAt()).toBeUndefined();
  await deliveries.sealMail.run();
  expect(mailSeals).not.toHaveBeenCalled();
  seal(2);
  for (let ring = 0; ring < 2; ring++) await deliveries.sealMail.run();
  expect(mailSeals.mock.calls.map(([links]) => links.map(({ day }) => day))).toEqual([['friday', 'saturday']]);
});

test('a mail of seals that always fails is given up, and the next one does not wait for it', () => {
  const opened = room();
  WAITING.sealMail(opened);
  const { sealMail } = opened.deliveries;
  const waits: number[] = [];
  while (sealMail.dueAt() !== undefined) waits.push(sealMail.postpone(1));
  expect(waits).toHaveLength(15);
  expect([Math.max(...waits), waits.at(-1)]).toEqual([4 * HOUR_MS, 0]);
});
