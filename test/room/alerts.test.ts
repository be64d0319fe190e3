import { evictDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { ALERT_DWELL_MS } from '../../src/room/live/limits';
import { ALERT_NOTES_PER_HOUR } from '../../src/room/sockets/limits';
import { DAY_MS, MINUTE_MS } from '../../src/shared/durations';
import { eventually } from '../support/eventually';
import { acknowledge, brief, count, holdTimers, journal, listed, open, pass, write } from '../worker/support/alerts';
import type { Device } from '../worker/support/device';
import { batch, clientIdOf, CODE, definition, joinRoom, knownRoom, roomStub, VISIT } from '../worker/support/room';

/**
 * Tests when alerts are raised and end, which devices hear of them, and who has seen them. fuzz-room covers all other
 * sequences.
 */

let timers: ReturnType<typeof holdTimers>;
beforeEach(async () => {
  timers = holdTimers();
  await knownRoom();
});

const kinds = async () => (await journal()).map(({ kind, before, after }) => [kind, before, after]);
const firstOpen = async () => (await open())[0]?.alertId ?? '';
/** Waits until the last alerts that the device has heard are these. */
const hears = (device: Device, alerts: Record<string, number>) =>
  eventually(() => expect(brief(device.all('alerts_changed').at(-1)?.alerts ?? [])).toEqual(alerts));

test('an alert at a reached threshold is sent to every device, gives way to a higher one, and ends well below its threshold', async () => {
  const { device, sync } = await joinRoom(clientIdOf(1));
  expect(sync.alerts).toEqual([]);
  device.send(batch(1, [59], 'bar'));
  device.send(batch(2, [1], 'bar'));
  const { alerts } = await device.next('alerts_changed');
  expect(alerts).toMatchObject([
    { areaId: 'bar', threshold: 75, occupancy: 60, capacity: 80, acknowledgedAt: null, acknowledgedBy: null },
  ]);
  // A device that joins later and a device that only polls get the same alerts.
  expect(await open()).toEqual(alerts);
  expect(await roomStub().listAreas(VISIT)).toMatchObject({ ok: true, value: { alerts } });
  await count(12);
  await hears(device, { bar: 90 });
  pass();
  await count(-5);
  await hears(device, { bar: 75 });
  pass();
  await count(-11);
  expect(device.all('alerts_changed')).toHaveLength(3);
  await count(-1);
  await hears(device, {});
  expect((await journal())[0]).toEqual({
    kind: 'alert_raised',
    actor: 'system',
    area_id: 'bar',
    before: null,
    after: '75',
    note: null,
  });
  expect((await kinds()).slice(1)).toEqual([
    ['alert_raised', '75', '90'],
    ['alert_cleared', '90', '75'],
    ['alert_cleared', '75', null],
  ]);
});

test('an acknowledgment is sent to all devices; a second one changes nothing, and nobody can acknowledge in the name of another device', async () => {
  const as = { deviceId: 'device-north-gate-01', deviceName: 'North gate' };
  const { device } = await joinRoom(clientIdOf(1), { principal: CODE, sessionId: 'session-2' }, as);
  await count(60);
  const alertId = (await device.next('alerts_changed')).alerts[0]?.alertId ?? '';
  const first = await acknowledge(alertId, clientIdOf(1), CODE);
  expect(first).toMatchObject({ ok: true, value: [{ alertId, acknowledgedBy: 'North gate' }] });
  expect((await device.next('alerts_changed')).alerts).toMatchObject([{ acknowledgedBy: 'North gate' }]);
  expect(await acknowledge(alertId)).toEqual(first);
  await evictDurableObject(roomStub());
  expect(await acknowledge(alertId)).toEqual(first);
  const entry = { kind: 'alert_acknowledged', actor: CODE, area_id: 'bar', before: null, after: '75' };
  expect((await journal()).at(-1)).toEqual({ ...entry, note: 'North gate' });
  // A higher threshold is a new alert. The lower one already counts as seen.
  await count(12);
  expect(await open()).toMatchObject([{ threshold: 90, acknowledgedAt: null, acknowledgedBy: null }]);
  // An admin who sends the client id of another device gets no device name.
  expect(await acknowledge(await firstOpen(), clientIdOf(1))).toMatchObject({ value: [{ acknowledgedBy: null }] });
  pass();
  await count(-5);
  expect(await open()).toMatchObject([{ threshold: 75, acknowledgedAt: expect.any(String) }]);
  expect(await acknowledge('no-such-alert')).toEqual({ ok: false, code: 'not_found' });
});

describe('notes on what was done', () => {
  test('a note acknowledges an alert, is sent to all devices, and can change until long after the alert has ended', async () => {
    const { device } = await joinRoom(clientIdOf(1));
    await count(72);
    await device.next('alerts_changed');
    const alertId = await firstOpen();
    expect(await write(alertId, 'Second bar opened', CODE)).toMatchObject({
      value: [{ alertId, acknowledgedAt: expect.any(String), note: 'Second bar opened' }],
    });
    expect((await device.next('alerts_changed')).alerts).toMatchObject([{ note: 'Second bar opened' }]);
    // The same note again and another acknowledgment change nothing.
    await write(alertId, 'Second bar opened');
    await acknowledge(alertId);
    expect(await kinds()).toHaveLength(3);
    // The alert that it falls to keeps the note.
    await evictDurableObject(roomStub());
    pass();
    await count(-5);
    expect(await open()).toMatchObject([{ threshold: 75, note: 'Second bar opened' }]);
    await write(alertId, 'Second bar opened, queue moved');
    await write(await firstOpen(), null);
    expect(await open()).toMatchObject([{ threshold: 75, note: null }]);
    expect(await listed()).toMatchObject([
      { threshold: 75, note: null, endedAt: null },
      { alertId, threshold: 90, note: 'Second bar opened, queue moved', endedAt: expect.any(String) },
    ]);
    const noted = (await journal()).filter(({ kind }) => kind === 'alert_noted');
    expect(noted.map(({ actor, area_id: area, before, note }) => [actor, area, before, note])).toEqual([
      [CODE, 'bar', null, 'Second bar opened'],
      [expect.stringMatching(/^admin:/), 'bar', '"Second bar opened"', 'Second bar opened, queue moved'],
      [expect.stringMatching(/^admin:/), 'bar', '"Second bar opened"', null],
    ]);
    expect(await write('no-such-alert', 'Nothing')).toEqual({ ok: false, code: 'not_found' });
  });

  test('a session writes a limited number of notes an hour, and acknowledges without a note all the same', async () => {
    await count(60);
    const alertId = await firstOpen();
    for (let i = 0; i < ALERT_NOTES_PER_HOUR; i += 1) await write(alertId, `Note ${i}`, CODE);
    const refused = { ok: false, code: 'too_fast', retryAfterMs: expect.any(Number) };
    expect(await write(alertId, 'One more', CODE)).toEqual(refused);
    // The same note is no change.
    expect(await write(alertId, `Note ${ALERT_NOTES_PER_HOUR - 1}`, CODE)).toMatchObject({ ok: true });
    expect(await acknowledge(alertId)).toMatchObject({ ok: true });
    expect(await write(alertId, 'Of another session', CODE, 'session-2')).toMatchObject({ ok: true });
    pass(30_000);
    expect(await write(alertId, 'One more', CODE)).toMatchObject({ ok: true });
    expect((await kinds()).filter(([kind]) => kind === 'alert_noted')).toHaveLength(ALERT_NOTES_PER_HOUR + 2);
  });

  test('a note on an alert that nobody acknowledged before it ended does not acknowledge it', async () => {
    await count(60);
    const alertId = await firstOpen();
    pass();
    await count(-60);
    expect(await write(alertId, 'Nobody was there')).toEqual({ ok: true, value: [] });
    expect(await listed()).toMatchObject([{ alertId, acknowledgedAt: null, note: 'Nobody was there' }]);
  });
});

test('the list has open alerts however old, and ended ones for a day, newest first and page by page', async () => {
  await count(400, 'main');
  pass();
  await count(60);
  pass();
  await count(-60);
  pass(DAY_MS - MINUTE_MS);
  const all = await listed();
  expect(all.map(({ areaName, threshold, endedAt }) => [areaName, threshold, endedAt !== null])).toEqual([
    ['Bar', 75, true],
    ['Main Stage', 75, false],
  ]);
  const [first] = await listed(1);
  expect(first).toEqual(all[0]);
  const after = { at: Date.parse(first?.raisedAt ?? ''), key: first?.alertId ?? '' };
  expect(await listed(-1, after)).toEqual(all.slice(1));
  pass(2 * MINUTE_MS);
  expect(await listed()).toEqual(all.slice(1));
});

describe('alerts that come and go', () => {
  test('an alert in a crowd that jumps up and down for three seconds is sent at once, and its last state within ten seconds', async () => {
    const venue = { capacity: 120, staffAllowance: 20, safetyMarginPercent: 0, alertThresholds: [75, 90, 100] };
    await knownRoom({ revision: 2, event: { ...definition().event, venue } });
    const { device } = await joinRoom(clientIdOf(1));
    await count(1_000);
    await hears(device, { bar: 100, venue: 100 });
    for (let leap = 0; leap < 31; leap += 1) {
      pass(100);
      await count(leap % 2 === 0 ? -1_000 : 1_000);
    }
    expect(await kinds()).toEqual([
      ['alert_raised', null, '100'],
      ['alert_raised', null, '100'],
    ]);
    expect(device.all('alerts_changed')).toHaveLength(1);
    // From here on nobody counts.
    expect(await timers.goOff()).toBeLessThanOrEqual(ALERT_DWELL_MS);
    await hears(device, {});
    expect((await kinds()).slice(2)).toEqual([
      ['alert_cleared', '100', null],
      ['alert_cleared', '100', null],
    ]);
  });

  test('a restarted room holds alerts back in the same way and sends the last state when it is due', async () => {
    await count(80);
    pass(4_000);
    await count(-80);
    await evictDurableObject(roomStub());
    expect(brief(await open())).toEqual({ bar: 100 });
    pass(5_999);
    await evictDurableObject(roomStub());
    const { device } = await joinRoom(clientIdOf(1));
    await count(1, 'main');
    pass(1);
    await count(1, 'main');
    await hears(device, {});
    // A new rise is held back, too, even when the room restarted after the alert ended.
    await evictDurableObject(roomStub());
    await count(80);
    expect(brief(await open())).toEqual({});
    await timers.goOff();
    expect(brief(await open())).toEqual({ bar: 100 });
  });
});
