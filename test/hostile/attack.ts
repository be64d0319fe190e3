import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Target } from './target.ts';

const newClientId = (): string => randomBytes(48).toString('base64url');

/** What an attacker did, for whoever reads the run. */
export interface Deeds {
  frames: number;
  sockets: number;
  refusedSockets: number;
  closed: number;
  calls: number;
  refusedCalls: number;
}

interface Attacker {
  url: URL;
  target: Target;
  headers: Record<string, string>;
  deeds: Deeds;
  isOver: () => boolean;
}

/** A socket that joins under `clientId`; null where it is refused. */
async function openSocket({ target, headers, deeds }: Attacker, clientId: string): Promise<WebSocket | null> {
  const socket = new WebSocket(target.socketUrl, { headers, perMessageDeflate: false });
  deeds.sockets += 1;
  socket.on('close', () => {
    deeds.closed += 1;
  });
  return await new Promise((resolve) => {
    socket.on('error', () => {
      deeds.refusedSockets += 1;
      resolve(null);
    });
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'join_event', eventId: target.eventId, clientId }));
      resolve(socket);
    });
  });
}

/** Sends what `frameOf` makes, with the client's next seq, every `everyMs`; opens another socket when its own is closed. */
async function keepSending(attacker: Attacker, everyMs: number, frameOf: (turn: number) => object[]): Promise<void> {
  const clientId = newClientId();
  let seq = 1;
  for (let turn = 0; !attacker.isOver();) {
    const socket = await openSocket(attacker, clientId);
    socket?.on('message', (data: Buffer) => {
      const said = /^\{"type":"(?:sync|ack)".*?"(?:lastSeq|seq)":(\d+)/.exec(data.toString())?.[1];
      if (said !== undefined) seq = Math.max(seq, Number(said) + 1);
    });
    while (socket?.readyState === WebSocket.OPEN && !attacker.isOver()) {
      const now = Date.now();
      const taps = frameOf(turn).map((tap) => ({ at: now, ...tap }));
      const { eventId } = attacker.target;
      socket.send(JSON.stringify({ type: 'update_occupancy', eventId, seq, sentAt: now, taps }));
      attacker.deeds.frames += 1;
      turn += 1;
      await sleep(everyMs);
    }
    socket?.terminate();
    await sleep(100);
  }
}

/** Fills and empties one area after the other: each turn raises or clears its alerts. */
const flap = (attacker: Attacker): Promise<void> => {
  const areaIds = attacker.target.areaIds.slice(1);
  const areaOf = (turn: number) => areaIds[Math.floor(turn / 2) % areaIds.length];
  return keepSending(attacker, 10, (turn) => [{ areaId: areaOf(turn), change: turn % 2 === 0 ? 1_000 : -1_000 }]);
};

/** Taps once and again, and takes back what was taken back, what never was, and what is long ago. */
const undo = (attacker: Attacker): Promise<void> => {
  const areaId = attacker.target.areaIds[1];
  return keepSending(attacker, 50, (turn) =>
    turn % 10 === 0
      ? [{ areaId, change: 1 }]
      : [1, 2, turn, 1_000_000].map((undoes) => ({ areaId, change: -1, undoes, at: Date.now() - 12 * 3_600_000 })),
  );
};

/** Counts by calls, each as another device. */
async function pollAsNew({ url, target, headers, deeds, isOver }: Attacker): Promise<void> {
  const path = new URL(`/api/events/${target.eventId}/occupancy?v=3`, url);
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

/** Opens sockets for as long as there are any, and has each say what it knows. */
async function crowdIn(attacker: Attacker): Promise<void> {
  const sockets: WebSocket[] = [];
  while (!attacker.isOver()) {
    const socket = await openSocket(attacker, newClientId());
    if (socket !== null) sockets.push(socket);
    for (const one of sockets) {
      if (one.readyState === WebSocket.OPEN) one.send('{"type":"request_sync"}');
    }
    await sleep(200);
  }
  for (const socket of sockets) socket.terminate();
}

/** Each session does one thing; those above four flap as well. `stop` answers what was done. */
export function attackWith(
  url: URL,
  target: Target,
  sessions: Record<string, string>[],
): { stop: () => Promise<Deeds> } {
  let isOver = false;
  const deeds: Deeds = { frames: 0, sockets: 0, refusedSockets: 0, closed: 0, calls: 0, refusedCalls: 0 };
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
