import { WebSocket } from 'ws';
import type { Subject, Venue } from './venue.ts';

/** One joined device. `onText` gets every message; without it messages are only received. */
export class Device {
  onText: ((text: string) => void) | null = null;
  readonly socket: WebSocket;
  private readonly eventId: string;
  /** The next tap's; a device that joins again goes on where the room says it was. */
  seq = 1;

  private constructor(socket: WebSocket, eventId: string) {
    this.socket = socket;
    this.eventId = eventId;
    socket.on('message', (data: Buffer) => this.onText?.(data.toString()));
  }

  /** @param welcome how the room's answer begins: for a display it is its one kind of message */
  static async join(subject: Subject, venue: Venue, number: number, welcome = '{"type":"sync"'): Promise<Device> {
    // Compression in the load generator would be the limit, not the server.
    const socket = new WebSocket(venue.socketUrl, { headers: venue.headers, perMessageDeflate: false });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    const device = new Device(socket, venue.eventId);
    if (subject !== 'room') return device;
    const synced = new Promise<void>((resolve) => {
      device.onText = (text) => {
        if (!text.startsWith(welcome)) return;
        device.seq = Number(/"lastSeq":(\d+)/.exec(text)?.[1]) + 1;
        resolve();
      };
    });
    const clientId = `test-device-${String(number).padStart(8, '0')}`;
    socket.send(JSON.stringify({ type: 'join_event', eventId: venue.eventId, clientId }));
    await synced;
    device.onText = null;
    return device;
  }

  /** Sends the next `taps` taps, on one area or on several by turns; answers the seq of the last. */
  tap(areaIds: string | readonly string[], taps: number): number {
    const now = Date.now();
    const frame = {
      type: 'update_occupancy',
      eventId: this.eventId,
      seq: this.seq,
      sentAt: now,
      taps: Array.from({ length: taps }, (_, i) => {
        const areaId = typeof areaIds === 'string' ? areaIds : areaIds[(this.seq + i) % areaIds.length];
        return { areaId, change: 1, at: now };
      }),
    };
    this.seq += taps;
    this.socket.send(JSON.stringify(frame));
    return this.seq - 1;
  }
}

/** Joins `count` devices, a few at a time. */
export async function joinAll(subject: Subject, venue: Venue, count: number): Promise<Device[]> {
  const devices: Device[] = [];
  for (let from = 0; from < count; from += 50) {
    const size = Math.min(50, count - from);
    devices.push(...(await Promise.all(Array.from({ length: size }, (_, i) => Device.join(subject, venue, from + i)))));
  }
  return devices;
}
