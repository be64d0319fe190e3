import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Tap } from '../../src/shared/protocol/up';
import { Device } from '../support/socket-device.ts';
import type { Venue } from '../support/venue.ts';

const newClientId = (): string => randomBytes(48).toString('base64url');

/** Counts of an attacker's actions, for the output of the run. */
interface Deeds {
  frames: number;
  sockets: number;
  /** Connections that were refused, or closed later. */
  closed: number;
  calls: number;
  refusedCalls: number;
}

interface Attacker {
  url: URL;
  target: Venue;
  headers: Record<string, string>;
  deeds: Deeds;
  isOver: () => boolean;
}

/** Opens a socket that joins under `clientId`; null if it is refused. */
async function join({ target, headers, deeds }: Attacker, clientId: string): Promise<Device | null> {
  deeds.sockets += 1;
  const device = await Device.open({ ...target, headers }).catch(() => null);
  if (device === null) {
    deeds.closed += 1;
    return null;
  }
  device.onText = () => {};
  device.socket.on('close', () => {
    deeds.closed += 1;
  });
  device.send({ type: 'join_event', eventId: target.eventId, clientId });
  return device;
}

const isOpen = (device: Device | null): boolean => device?.socket.readyState === WebSocket.OPEN;

/** Sends the taps of `tapsOf`, with the client's next seq, every `everyMs`; replaces its socket when that is closed. */
async function keepSending(attacker: Attacker, everyMs: number, tapsOf: (turn: number) => Tap[]): Promise<void> {
  const clientId = newClientId();
  let seq = 1;
  for (let turn = 0; !attacker.isOver();) {
    const device = await join(attacker, clientId);
    if (device !== null) {
      device.onText = (text) => {
        const said = /^\{"type":"(?:sync|ack)".*?"(?:lastSeq|seq)":(\d+)/.exec(text)?.[1];
        if (said !== undefined) seq = Math.max(seq, Number(said) + 1);
      };
    }
    while (isOpen(device) && !attacker.isOver()) {
      device?.sendTaps(tapsOf(turn), seq);
      attacker.deeds.frames += 1;
      turn += 1;
      await sleep(everyMs);
    }
    device?.socket.terminate();
    await sleep(100);
  }
}

/** Fills and empties one area after the other: each turn raises or clears its alerts. */
const flap = (attacker: Attacker): Promise<void> => {
  const areaIds = attacker.target.areaIds.slice(1);
  const areaOf = (turn: number) => areaIds[Math.floor(turn / 2) % areaIds.length] ?? '';
  return keepSending(attacker, 10, (turn) => {
    const change = turn % 2 === 0 ? 1_000 : -1_000;
    return [{ areaId: areaOf(turn), change, at: Date.now() }];
  });
};

/** Taps repeatedly, and undoes taps that were already undone, that never existed, and that are too old. */
const undo = (attacker: Attacker): Promise<void> => {
  const areaId = attacker.target.areaIds[1] ?? '';
  return keepSending(attacker, 50, (turn) =>
    turn % 10 === 0
      ? [{ areaId, change: 1, at: Date.now() }]
      : [1, 2, turn, 1_000_000].map((undoes) => ({ areaId, change: -1, undoes, at: Date.now() - 12 * 3_600_000 })),
  );
};

/** Counts by polling calls, each as another device. */
async function pollAsNew({ url, target, headers, deeds, isOver }: Attacker): Promise<void> {
  const path = new URL(`/api/events/${target.eventId}/occupancy?v=1`, url);
  while (!isOver()) {
    const now = Date.now();
    const body = {
      clientId: newClientId(),
      seq: 1,
      sentAt: now,
      taps: [{ areaId: target.areaIds[2], change: 1, at: now }],
    };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
    await answer?.arrayBuffer();
    deeds.calls += 1;
    if (answer?.status === 429) deeds.refusedCalls += 1;
  }
}

/** Opens sockets until they are refused, and makes each report what it knows. */
async function crowdIn(attacker: Attacker): Promise<void> {
  const devices: Device[] = [];
  while (!attacker.isOver()) {
    const device = await join(attacker, newClientId());
    if (device !== null) devices.push(device);
    for (const one of devices) if (isOpen(one)) one.send({ type: 'request_sync' });
    await sleep(200);
  }
  for (const { socket } of devices) socket.terminate();
}

/** The first three sessions undo, poll as new devices, and open sockets; all others flap. `stop` returns the counts. */
export function attackWith(
  url: URL,
  target: Venue,
  sessions: Record<string, string>[],
): { stop: () => Promise<Deeds> } {
  let isOver = false;
  const deeds: Deeds = { frames: 0, sockets: 0, closed: 0, calls: 0, refusedCalls: 0 };
  const ways = [undo, pollAsNew, crowdIn];
  const under = sessions.map((headers, i) => {
    const way = ways[i] ?? flap;
    const own = { ...headers, 'content-type': 'application/json' };
    return way({ url, target, headers: own, deeds, isOver: () => isOver });
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(under);
      return deeds;
    },
  };
}
