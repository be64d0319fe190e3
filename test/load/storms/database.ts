import { setTimeout as sleep } from 'node:timers/promises';
import { RECONNECT_MAX_MS } from '../../../src/shared/protocol/limits';
import { comesTrue } from '../../support/eventually';
import { table } from '../../support/figures';
import { Device } from '../../support/socket-device';
import { openAccount, openEvent, type Venue } from '../../support/venue';
import { goal } from '../goals';
import { runStorm, seconds, type StormOptions, type StormResult, type StormRun } from './storm-run';

/** 99 % of the taps over open sockets must be acknowledged within this time, as without an outage. */
const ACK_GOAL_MS = 500;
/**
 * A device that has lost its connection tries again at least this often, and one such try can already be waiting for an
 * answer that does not come (docs/product.md, R5).
 */
const BACK_GOAL_MS = 2 * RECONNECT_MAX_MS + 5_000;
/** A room tries again to record a day after 5, 10, 20, 40 and 80 s (src/room/limits.ts, deliveryBackoffMs). */
const RECORDED_WITHIN_MS = 90_000;
const CALM_MS = 5_000;
const LOOK_EVERY_MS = 500;
/** The share of devices that lose their connection when the outage begins: one in four. */
const isCutOff = (device: number): boolean => device % 4 === 3;

/** A door that is connected when the outage begins, and makes its event's first tap during the outage. */
async function openQuietDoor(url: URL, number: number): Promise<{ venue: Venue; door: Device }> {
  const venue = await openEvent(await openAccount(url, `quiet-${number}@headroom.test`), 1);
  const door = await Device.open(venue);
  await door.joinAs('quiet-door-00000000');
  return { venue, door };
}

const daysOf = async ({ server }: StormRun, { eventId }: Venue): Promise<number> => {
  const { days }: { days: number } = JSON.parse(await server.storm(`days?room=${eventId}`));
  return days;
};

/** Waits until D1 has the event's day; returns how often it has it, and the wait. */
async function recorded(run: StormRun, venue: Venue): Promise<{ days: number; recordedMs: number }> {
  const from = performance.now();
  let days = 0;
  await comesTrue(async () => (days = await daysOf(run, venue)) > 0, RECORDED_WITHIN_MS, LOOK_EVERY_MS);
  return { days, recordedMs: performance.now() - from };
}

/** The status with which a polling call is answered during the outage. */
async function pollStatus(url: URL, { eventId, headers, areaIds }: Venue): Promise<string> {
  const at = Date.now();
  const taps = [{ areaId: areaIds[0], change: 1, at }];
  const body = JSON.stringify({ clientId: 'poller-00000000000', seq: 1, sentAt: at, taps });
  const path = new URL(`/api/events/${eventId}/occupancy`, url);
  const call = { method: 'POST', headers, body, signal: AbortSignal.timeout(CALM_MS) };
  const answer = await fetch(path, call).catch(() => null);
  return answer === null ? 'no answer' : String(answer.status);
}

/** Cuts D1 off while all devices count and a quarter of them have to reconnect. */
export const runDatabase = (options: StormOptions): Promise<StormResult> =>
  runStorm(options, async (run) => {
    const { server, devices, lines, outages, takeAcks } = run;
    const rows: string[][] = [];
    const wrong: string[] = [];
    const [ackMs, backMs]: [number[], number[]] = [[], []];
    for (const [index, mode] of ['fails', 'hangs'].entries()) {
      const { venue, door } = await openQuietDoor(server.url, index);
      await sleep(CALM_MS);
      const reconnections = devices.map((device) => device.reconnections);
      await server.storm(`database?is=${mode}`);
      outages.begin();
      takeAcks();
      const endsAt = performance.now() + options.outageMs;
      for (const [device, own] of lines.entries()) if (isCutOff(device)) for (const line of own) line.reset();
      door.tap(venue.areaIds, 1);
      const ack = await door.next('ack');
      const polled = await pollStatus(server.url, venue);
      const daysMeanwhile = await daysOf(run, venue);
      await sleep(Math.max(0, endsAt - performance.now()));
      const open = takeAcks((device) => !isCutOff(device));
      const cutOff = devices.filter((_, device) => isCutOff(device));
      const connected = cutOff.filter(({ connectedSince }) => connectedSince !== null).length;
      const others = devices.filter((device, i) => !isCutOff(i) && device.reconnections !== reconnections[i]).length;
      await server.storm('database?is=works');
      outages.begins();
      const [isBack, { days, recordedMs }] = await Promise.all([
        comesTrue(() => outages.waiting === 0, 2 * BACK_GOAL_MS),
        recorded(run, venue),
      ]);
      if (!isBack) wrong.push(`D1 ${mode}: ${outages.waiting} devices are not back.`);
      door.socket.terminate();
      if (ack.seq !== 1) wrong.push(`D1 ${mode}: the first tap of a day was not acknowledged.`);
      if (daysMeanwhile !== 0 || days !== 1) {
        wrong.push(
          `D1 ${mode}: the day was recorded ${daysMeanwhile} times during the outage, ${days} times after it.`,
        );
      }
      if (others > 0) wrong.push(`D1 ${mode}: ${others} devices with open sockets lost their connection.`);
      const { waitsSince } = outages;
      ackMs.push(open.percentile(99));
      backMs.push(waitsSince.max);
      rows.push([
        mode,
        String(open.count),
        ...[open.percentile(50), open.percentile(99), open.max].map((ms) => ms.toFixed(0)),
        `${connected} of ${cutOff.length}`,
        polled,
        seconds(waitsSince.percentile(50)),
        seconds(waitsSince.max),
        seconds(recordedMs),
      ]);
      options.report(rows.at(-1)?.join('  ') ?? '');
    }
    const [slowestAckMs, slowestBackMs] = [Math.max(...ackMs), Math.max(...backMs)];
    return {
      goals: [
        goal('faults', String(wrong.length), '0', wrong.length === 0),
        goal(
          'tap → ack over open sockets while D1 is away, p99, ms',
          slowestAckMs.toFixed(0),
          `≤ ${ACK_GOAL_MS}`,
          slowestAckMs <= ACK_GOAL_MS,
        ),
        goal(
          'D1 answers again → taps of cut-off devices acknowledged, slowest, s',
          seconds(slowestBackMs),
          `≤ ${seconds(BACK_GOAL_MS)}`,
          slowestBackMs <= BACK_GOAL_MS,
        ),
      ],
      figures: [
        ...table(
          [
            'D1',
            'taps over open sockets',
            'ack p50, ms',
            'p99',
            'max',
            'cut-off devices connected',
            'a polling call',
            'half back, s',
            'all',
            'first day recorded, s',
          ],
          rows,
        ),
        '',
        `Error lines of the server, by kind: ${kindsOf(server.takeErrorLines())}.`,
      ],
      wrong,
    };
  });

/** What the server has logged as errors, and how often: during an outage these are expected. */
function kindsOf(lines: readonly string[]): string {
  const kinds = new Map<string, number>();
  for (const line of lines) {
    const kind = /"what":"([^"]+)"/.exec(line)?.[1] ?? 'the runtime';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds].map(([kind, times]) => `${kind} ${times}`).join(', ') || 'none';
}
