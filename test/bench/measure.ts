import { setTimeout as sleep } from 'node:timers/promises';
import type { Device } from '../support/socket-device.ts';
import type { Subject, Venue } from '../support/venue.ts';
import { cpuSeconds } from '../support/server-process.ts';

/** Frames that a sender has in flight, and the number of devices that send (docs/performance.md). */
const IN_FLIGHT = 2;
const SENDERS = 10;
const WARM_UP_MS = 500;
/** Longer than the slowest broadcast takes. */
const DRAIN_MS = 1_500;

const isAnswer = (subject: Subject, text: string): boolean => subject === 'echo' || text.startsWith('{"type":"ack"');

const ackedSeq = (text: string): number => Number(/"seq":(\d+)/.exec(text)?.[1]);

/**
 * Measures durable taps per second and the server's CPU time per tap. Senders keep two frames in flight. Each sender
 * taps an area of its own as far as there are enough areas. All other devices listen.
 */
export async function throughput(
  subject: Subject,
  venue: Venue,
  devices: readonly Device[],
  tapsPerFrame: number,
  durationMs: number,
  senders = SENDERS,
) {
  let acked = 0;
  let running = true;
  devices.slice(0, senders).forEach((device, i) => {
    const areaId = venue.areaIds[i % venue.areaIds.length] ?? '';
    const inFlight: number[] = [];
    const send = () => inFlight.push(device.tap(areaId, tapsPerFrame));
    device.onText = (text) => {
      if (!isAnswer(subject, text)) return;
      const seq = subject === 'echo' ? (inFlight[0] ?? 0) : ackedSeq(text);
      while ((inFlight[0] ?? Number.POSITIVE_INFINITY) <= seq) {
        inFlight.shift();
        acked += tapsPerFrame;
        if (running) send();
      }
    };
    for (let n = 0; n < IN_FLIGHT; n++) send();
  });
  await sleep(WARM_UP_MS);
  const before = { acked, cpu: cpuSeconds(), at: performance.now() };
  await sleep(durationMs);
  const taps = acked - before.acked;
  const result = {
    perSecond: (taps / (performance.now() - before.at)) * 1000,
    cpuMicros: ((cpuSeconds() - before.cpu) / taps) * 1e6,
  };
  running = false;
  await sleep(WARM_UP_MS);
  return result;
}

/** Measures in an open loop at `tapsPerSecond`: tap → ack at the sender, tap → the last device that only listens. */
export async function latencies(
  subject: Subject,
  venue: Venue,
  devices: readonly Device[],
  tapsPerSecond: number,
  durationMs: number,
) {
  const senders = devices.slice(0, Math.min(SENDERS, devices.length - 1));
  const observer = devices.at(-1);
  const areas = senders.map((_, i) => venue.areaIds[i] ?? '');
  const sentAt = senders.map(() => [] as number[]);
  const acked = senders.map(() => 0);
  const seen = new Map<string, number>();
  const ackMs: number[] = [];
  const otherMs: number[] = [];

  senders.forEach((device, i) => {
    device.onText = (text) => {
      if (!isAnswer(subject, text)) return;
      const now = performance.now();
      const upTo = subject === 'echo' ? (acked[i] ?? 0) + 1 : ackedSeq(text);
      for (let n = acked[i] ?? 0; n < upTo; n++) ackMs.push(now - (sentAt[i]?.[n] ?? now));
      acked[i] = Math.max(acked[i] ?? 0, upTo);
    };
  });
  if (observer && subject !== 'echo') {
    observer.onText = (text) => {
      if (!text.startsWith('{"type":"occupancy_updated"')) return;
      const now = performance.now();
      const { areas: updates }: { areas: { areaId: string; totalEntries: number }[] } = JSON.parse(text);
      for (const { areaId, totalEntries } of updates) {
        // Each area has one sender and the server is fresh, so the area's n-th entry is the sender's n-th tap.
        const sent = sentAt[areas.indexOf(areaId)] ?? [];
        const from = seen.get(areaId) ?? 0;
        for (let n = from; n < totalEntries; n++) otherMs.push(now - (sent[n] ?? now));
        seen.set(areaId, Math.max(from, totalEntries));
      }
    };
  }
  const cpuBefore = cpuSeconds();
  const startedAt = performance.now();
  let taps = 0;
  while (performance.now() - startedAt < durationMs) {
    const due = ((performance.now() - startedAt) / 1000) * tapsPerSecond;
    for (; taps < due; taps++) {
      const i = taps % senders.length;
      sentAt[i]?.push(performance.now());
      senders[i]?.tap(areas[i] ?? '', 1);
    }
    await sleep(1);
  }
  const cpuShare = ((cpuSeconds() - cpuBefore) / (performance.now() - startedAt)) * 1000;
  await sleep(DRAIN_MS);
  return { ackMs, otherMs, cpuShare };
}
