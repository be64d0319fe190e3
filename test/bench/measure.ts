import { setTimeout as sleep } from 'node:timers/promises';
import type { Device } from '../support/socket-device.ts';
import type { Subject, Venue } from '../support/venue.ts';
import { percentile } from '../support/figures.ts';
import { cpuSeconds } from '../support/server-process.ts';

/** Frames that a sender has in flight, and the number of devices that send (docs/evidence/performance.md). */
const IN_FLIGHT = 2;
const SENDERS = 10;
const WARM_UP_MS = 1_000;
/** Longer than the slowest broadcast takes. */
const DRAIN_MS = 1_500;

const isAck = (text: string): boolean => text.startsWith('{"type":"ack"');

/** The last seq that a room's ack acknowledges. */
const ackedSeq = (text: string): number => Number(/"seq":(\d+)/.exec(text)?.[1]);

/** Returns the function that reads how many of a sender's frames are acknowledged after this ack. */
function ackReader(subject: Subject, tapsPerFrame: number, firstSeq: number): (text: string) => number {
  let acked = 0;
  if (subject === 'floor') return () => (acked += 1);
  return (text) => (ackedSeq(text) - firstSeq + 1) / tapsPerFrame;
}

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
    const framesAcked = ackReader(subject, tapsPerFrame, device.seq);
    let frames = 0;
    device.onText = (text) => {
      if (!isAck(text)) return;
      for (const upTo = framesAcked(text); frames < upTo; frames++) {
        acked += tapsPerFrame;
        if (running) device.tap(areaId, tapsPerFrame);
      }
    };
    for (let n = 0; n < IN_FLIGHT; n++) device.tap(areaId, tapsPerFrame);
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

/** Returns the function that reads from an update how many taps of each sender it contains: [sender, taps][]. */
function updateReader(subject: Subject, areas: readonly string[]): (text: string) => [number, number][] {
  if (subject === 'floor') {
    // Senders take turns, so the first n frames of all are spread evenly over them.
    return (text) => {
      const frames = Number(/"frames":(\d+)/.exec(text)?.[1]);
      return areas.map((_, i) => [i, Math.ceil((frames - i) / areas.length)]);
    };
  }
  // Each area has one sender and the server is fresh, so the area's n-th entry is the sender's n-th tap. Machines count in
  // other areas.
  return (text) => {
    const update: { areas: { areaId: string; totalEntries: number }[] } = JSON.parse(text);
    return update.areas.flatMap(({ areaId, totalEntries }): [number, number][] => {
      const sender = areas.indexOf(areaId);
      return sender === -1 ? [] : [[sender, totalEntries]];
    });
  };
}

/**
 * Measures in an open loop at `tapsPerSecond`: tap → ack at the sender, tap → the last device that only listens. Returns
 * the 50th and the 99th percentile of each in ms, and the server's share of a core.
 */
export async function latencies(
  subject: Subject,
  venue: Venue,
  devices: readonly Device[],
  tapsPerSecond: number,
  durationMs: number,
) {
  const senders = devices.slice(0, Math.min(SENDERS, devices.length - 1));
  const areas = senders.map((_, i) => venue.areaIds[i] ?? '');
  const sentAt = senders.map(() => [] as number[]);
  const ackMs: number[] = [];
  const otherMs: number[] = [];
  /** Adds the time since each of the sender's taps from number `from` to number `upTo`. */
  const add = (to: number[], sender: number, from: number, upTo: number): void => {
    const now = performance.now();
    for (let n = from; n < upTo; n++) to.push(now - (sentAt[sender]?.[n] ?? now));
  };

  senders.forEach((device, i) => {
    const framesAcked = ackReader(subject, 1, device.seq);
    let acked = 0;
    device.onText = (text) => {
      if (!isAck(text)) return;
      const upTo = framesAcked(text);
      add(ackMs, i, acked, upTo);
      acked = upTo;
    };
  });
  const observer = devices.at(-1);
  const seen = senders.map(() => 0);
  const read = updateReader(subject, areas);
  if (observer !== undefined) {
    observer.onText = (text) => {
      if (!text.startsWith('{"type":"occupancy_updated"')) return;
      for (const [sender, taps] of read(text)) {
        add(otherMs, sender, seen[sender] ?? 0, taps);
        seen[sender] = Math.max(seen[sender] ?? 0, taps);
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
  const of = (samples: number[]) => ({ p50: percentile(samples, 50), p99: percentile(samples, 99) });
  return { ack: of(ackMs), other: of(otherMs), cpuShare };
}
