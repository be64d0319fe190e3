import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test, vi } from 'vitest';
import { AlertAnnouncer, type AlertAnnouncerDeps } from '../../../src/room/live/alert-announcer';
import { type AlertRow, AlertRows } from '../../../src/room/live/alert-rows';
import type { RoomState } from '../../../src/room/state';
import { Meta } from '../../../src/room/storage/meta';
import { migrate } from '../../../src/room/storage/migrations';
import { MINUTE_MS } from '../../../src/shared/limits';
import { sqlitePort } from '../../support/sqlite-ports';
import { areaState, roomState } from './states';

/** Tests how a room tells the hub of alerts while other things happen to the room. */

const START = Date.UTC(2040, 5, 15, 18);
beforeEach(() => void vi.useFakeTimers({ now: START }));

const alert: AlertRow = {
  alertId: 'a1',
  areaId: 'main',
  threshold: 75,
  occupancy: 8,
  capacity: 10,
  raisedAt: START,
  acknowledgedAt: null,
  acknowledgedBy: null,
  note: null,
};

function room() {
  const sql = sqlitePort(new DatabaseSync(':memory:'));
  migrate(sql);
  const alerts = new AlertRows(sql, new Meta(sql));
  const state = vi.fn<() => RoomState | undefined>(() => roomState([areaState('main')]));
  const tell = vi.fn<AlertAnnouncerDeps['tell']>(async () => undefined);
  const wakeBy = vi.fn<(at: number) => void>();
  const announcer = new AlertAnnouncer({
    alerts,
    openMachineAlerts: () => [],
    now: () => Date.now(),
    state,
    tell,
    wakeBy,
  });
  /** For each call of the hub: whether it was told everything, and of which alerts. */
  const told = () => tell.mock.calls.map(([, , some, isAll]) => [isAll, some.map(({ alertId }) => alertId)]);
  return { announcer, alerts, state, tell, told, wakeBy };
}

test('a room that is restored while it tells of an alert tells of all alerts after that', async () => {
  const { announcer, alerts, tell, told } = room();
  alerts.put(alert, START);
  tell.mockImplementationOnce(async () => alerts.tellAllFrom(START));
  await announcer.announce();
  expect(told()).toEqual([
    [false, ['a1']],
    [true, ['a1']],
  ]);
  expect(announcer.dueAt()).toBeUndefined();
});

test('a hub that does not answer is told again at the time for which the alarm is set', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { announcer, alerts, tell, told, wakeBy } = room();
  alerts.tellAllFrom(START);
  tell.mockRejectedValueOnce(new Error('Out of reach'));
  await announcer.announce();
  expect([wakeBy.mock.lastCall, announcer.dueAt()]).toEqual([[START + MINUTE_MS], START + MINUTE_MS]);
  await announcer.run();
  expect(told()).toHaveLength(1);
  vi.setSystemTime(START + MINUTE_MS);
  await announcer.run();
  expect([told(), announcer.dueAt()]).toEqual([
    [
      [true, []],
      [true, []],
    ],
    undefined,
  ]);
});

test('a room that was deleted during the call writes nothing more', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const isAnswered of [true, false]) {
    const { announcer, alerts, state, tell, wakeBy } = room();
    alerts.put(alert, START);
    tell.mockImplementationOnce(async () => {
      state.mockReturnValue(undefined);
      if (!isAnswered) throw new Error('Out of reach');
    });
    await announcer.announce();
    expect(wakeBy).not.toHaveBeenCalled();
    expect([alerts.unannounced(1).length, alerts.announcementDueAt]).toEqual([1, START]);
  }
});
