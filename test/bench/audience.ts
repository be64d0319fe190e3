import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { PING_INTERVAL_MS } from '../../src/shared/protocol/limits';
import { PING } from '../../src/shared/protocol/version';
import { backoffMs } from '../../web/src/realtime/socket/backoff';

/** Viewers that connect at the same time. */
const ARRIVING = 50;

/** Where a viewer connects, and to which relay. */
export interface Seat {
  relay: number;
  url: string;
}

interface Viewer {
  seat: Seat;
  socket: WebSocket;
  /** The newest number of people that the viewer has been told; -1 since its last connection. */
  people: number;
}

/** Viewers of one public display, which come back as the web's displays do when they lose their socket. */
export class Audience {
  private readonly viewers: Viewer[] = [];
  private isOpen = true;
  private readonly heartbeat: NodeJS.Timeout;
  /** Frames that all viewers were sent, and connections that failed or were lost. */
  frames = 0;
  losses = 0;

  constructor(private readonly eventId: string) {
    let next = 0;
    this.heartbeat = setInterval(() => {
      const { length } = this.viewers;
      const upTo = next + length / (PING_INTERVAL_MS / 100);
      for (; next < upTo; next++) {
        const socket = this.viewers[next % length]?.socket;
        if (socket?.readyState === WebSocket.OPEN) socket.send(PING);
      }
    }, 100);
  }

  get size(): number {
    return this.viewers.length;
  }

  /** The viewers at this relay that have been told at least this number. */
  shows(people: number, relay?: number): number {
    return this.viewers.filter(
      (viewer) => viewer.people >= people && (relay ?? viewer.seat.relay) === viewer.seat.relay,
    ).length;
  }

  async arrive(seats: readonly Seat[]): Promise<void> {
    for (let from = 0; from < seats.length; from += ARRIVING) {
      await Promise.all(seats.slice(from, from + ARRIVING).map((seat) => this.sit(seat)));
    }
  }

  close(): void {
    this.isOpen = false;
    clearInterval(this.heartbeat);
    for (const { socket } of this.viewers) socket.terminate();
  }

  private async sit(seat: Seat): Promise<void> {
    const viewer = { seat, socket: this.open(seat), people: -1 };
    this.viewers.push(viewer);
    await this.watch(viewer).catch(() => this.comeBack(viewer));
  }

  private open({ url }: Seat): WebSocket {
    return new WebSocket(url, { perMessageDeflate: false });
  }

  /** Resolves at the viewer's first frame. */
  private async watch(viewer: Viewer): Promise<void> {
    const { socket } = viewer;
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'join_event', eventId: this.eventId })));
      socket.on('message', (data: Buffer) => {
        const text = data.toString('utf8');
        if (!text.startsWith('{"type":"display"')) return;
        this.frames += 1;
        viewer.people = [...text.matchAll(/"occupancy":(\d+)/g)].reduce((sum, [, people]) => sum + Number(people), 0);
        resolve();
      });
      socket.on('close', () => void this.comeBack(viewer));
    });
  }

  private async comeBack(viewer: Viewer): Promise<void> {
    viewer.people = -1;
    this.losses += 1;
    for (let failures = 0; this.isOpen; failures++) {
      await sleep(backoffMs(failures, Math.random()));
      viewer.socket.removeAllListeners();
      // A socket that is gone can still report why.
      viewer.socket.on('error', () => {});
      viewer.socket = this.open(viewer.seat);
      if (
        await this.watch(viewer).then(
          () => true,
          () => false,
        )
      )
        return;
    }
  }
}
