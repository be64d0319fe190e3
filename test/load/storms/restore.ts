import { setTimeout as sleep } from 'node:timers/promises';
import { restoreEvent } from '../../../scripts/event/transfer';
import { readDownFrame } from '../../../src/shared/protocol/codec';
import type { Sync } from '../../../src/shared/protocol/down';
import type { PageEffects } from '../../../web/src/realtime/page-effects';
import type { Counter } from '../../support/counter';
import { comesTrue } from '../../support/eventually';
import { table } from '../../support/figures';
import { goal } from '../goals';
import { WITHIN_MS } from '../venues';
import { OPERATOR_TOKEN } from './stormy-server';
import { runStorm, seconds, type StormOptions, type StormResult } from './storm-run';

/** Each device must get acks again within this time after it has lost its connection. */
const BACK_GOAL_MS = 5_000;
const CALM_MS = 5_000;
/** How far back the rooms are restored. */
const BACK_BY_MS = 10_000;

const watching = (effects: PageEffects, heard: (sync: Sync) => void): PageEffects => ({
  ...effects,
  openSocket: (path, listeners) =>
    effects.openSocket(path, {
      ...listeners,
      message: (text) => {
        const frame = text.startsWith('{"type":"sync"') ? readDownFrame(text) : null;
        if (frame?.type === 'sync') heard(frame);
        listeners.message(text);
      },
    }),
});

/** What a restore has done to one device's taps. */
class RestoredDevice {
  epoch: string | null = null;
  /** Acknowledged taps when the moment was noted, to which the room is restored. */
  ackedAtMoment = 0;
  /** Taps that the room has of this device after the restore; null before it. */
  kept: number | null = null;
  lost = 0;
  survived = 0;

  /** Called with each sync before the device handles it. The first one after the restore says what the room still has. */
  heard(sync: Sync, counter: Counter): void {
    const { unsentTaps } = counter.channel.snapshot;
    const acked = counter.taps - unsentTaps;
    const isRestored = this.kept === null && this.epoch !== null && (sync.epoch !== this.epoch || sync.lastSeq < acked);
    this.epoch = sync.epoch;
    if (!isRestored) return;
    this.kept = sync.lastSeq;
    this.lost = Math.max(0, acked - sync.lastSeq);
    this.survived = unsentTaps;
    counter.lose(sync.lastSeq, acked);
  }
}

/** An operator restores every room to a moment while all its devices count. */
export function runRestore(options: StormOptions): Promise<StormResult> {
  const restored: RestoredDevice[] = [];
  return runStorm(
    options,
    async ({ server, crowds, devices, outages }) => {
      const installation = { url: server.url.href, token: OPERATOR_TOKEN, fetch, wait: (ms: number) => sleep(ms) };
      await sleep(CALM_MS);
      const moments: string[] = [];
      for (const [room, { venue }] of crowds.entries()) {
        for (let i = 0; i < options.devicesPerRoom; i++) {
          const device = room * options.devicesPerRoom + i;
          const [counter, one] = [devices[device], restored[device]];
          if (counter && one) one.ackedAtMoment = counter.taps - counter.channel.snapshot.unsentTaps;
        }
        const { at }: { at: number } = JSON.parse(await server.storm(`mark?room=${venue.eventId}`));
        moments.push(new Date(at).toISOString());
      }
      await sleep(BACK_BY_MS);
      outages.begin();
      const calls: number[] = [];
      for (const [room, { venue }] of crowds.entries()) {
        const from = performance.now();
        await restoreEvent(installation, venue.eventId, moments[room] ?? '');
        calls.push(performance.now() - from);
      }
      const isBack = await comesTrue(() => outages.waits.count >= devices.length && outages.waiting === 0, WITHIN_MS);
      const { waits } = outages;
      await sleep(CALM_MS);
      const wrong = restored.flatMap(({ kept, ackedAtMoment }, device) => {
        if (kept === null) return [`Device ${device} has not met the restored room.`];
        if (kept >= ackedAtMoment) return [];
        return [`Device ${device}: ${ackedAtMoment - kept} taps are gone that were acknowledged before the moment.`];
      });
      if (!isBack) wrong.push(`${waits.count} of ${devices.length} devices count again.`);
      wrong.push(...server.takeErrorLines());
      const sum = (of: (device: RestoredDevice) => number): string =>
        restored.reduce((total, device) => total + of(device), 0).toLocaleString('en-US');
      return {
        goals: [
          goal('faults', String(wrong.length), '0', wrong.length === 0),
          goal(
            'connection lost → taps acknowledged again, slowest device, s',
            seconds(waits.max),
            `≤ ${seconds(BACK_GOAL_MS)}`,
            waits.max <= BACK_GOAL_MS,
          ),
        ],
        figures: table(
          [
            'rooms restored',
            'a restore, s',
            'half count again, s',
            '99 %',
            'all',
            'taps kept',
            'given up by the restore',
            'unsent, counted afterwards',
          ],
          [
            [
              String(crowds.length),
              seconds(Math.max(...calls)),
              ...[waits.percentile(50), waits.percentile(99), waits.max].map(seconds),
              sum(({ kept }) => kept ?? 0),
              sum(({ lost }) => lost),
              sum(({ survived }) => survived),
            ],
          ],
        ),
        wrong,
      };
    },
    (device, counter) => {
      const one = new RestoredDevice();
      restored[device] = one;
      return {
        // The undo of a tap that the restored room has, or no longer has, becomes an ordinary tap (R8): the occupancy is
        // the same, and the totals are not.
        undoShare: 0,
        watch: (effects) =>
          watching(effects, (sync) => {
            const own = counter();
            if (own) one.heard(sync, own);
            else one.epoch = sync.epoch;
          }),
      };
    },
  );
}
