import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { readDownFrame, writeUpFrame } from '../../src/shared/protocol/codec';
import type { DownFrame, Sync } from '../../src/shared/protocol/down';
import type { Tap } from '../../src/shared/protocol/up';
import { PING } from '../../src/shared/protocol/version';
import { DEVICES } from './festival';
import type { PlannedTap } from './plan';

export interface DeviceOptions {
  url: string;
  /** The session's. */
  cookie: string;
  eventId: string;
  areaIds: readonly string[];
  /** Its place in DEVICES. */
  device: number;
  clientId: string;
  onFrame: (frame: DownFrame) => void;
  /** The socket is gone, whoever closed it. */
  onClose: (code: number) => void;
}

/** As the web mints one at each page load. */
export const newClientId = (): string => randomBytes(16).toString('hex');

export function deviceSpec(device: number): (typeof DEVICES)[number] {
  const spec = DEVICES[device];
  if (spec === undefined) throw new Error(`The festival has no device ${device}`);
  return spec;
}

/** One counting device's socket, as the web has it. */
export class DemoDevice {
  private readonly socket: WebSocket;
  private readonly options: DeviceOptions;
  private waiting: ((sync: Sync) => void)[] = [];

  private constructor(options: DeviceOptions) {
    const { url, cookie, eventId, onFrame, onClose } = options;
    this.options = options;
    const address = `${url.replace('http', 'ws')}/api/events/${eventId}/socket?v=2`;
    this.socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
    this.socket.on('close', onClose);
    // What fails is closed, too.
    this.socket.on('error', () => {});
    this.socket.on('message', (data: Buffer) => {
      const frame = readDownFrame(data.toString());
      if (frame === null) return;
      if (frame.type === 'sync') for (const resolve of this.waiting.splice(0)) resolve(frame);
      onFrame(frame);
    });
  }

  /** Opens a socket and joins; throws when it is refused. */
  static async join(options: DeviceOptions): Promise<{ device: DemoDevice; sync: Sync }> {
    const device = new DemoDevice(options);
    const { eventId, clientId } = options;
    const { name: deviceName, direction } = deviceSpec(options.device);
    await once(device.socket, 'open');
    const deviceId = `harbor-lights-${String(options.device).padStart(4, '0')}`;
    device.socket.send(writeUpFrame({ type: 'join_event', eventId, clientId, deviceId, deviceName, direction }));
    // The room gives up sockets without any.
    device.ping();
    return { device, sync: await device.nextSync() };
  }

  /** The event as the room has it now, after all that this device has sent. */
  async resync(): Promise<Sync> {
    this.socket.send(writeUpFrame({ type: 'request_sync' }));
    return await this.nextSync();
  }

  /** Taps in the order of their seqs; `sentAt` is the device's clock, epoch ms. */
  send(taps: readonly PlannedTap[], sentAt: number): void {
    const { eventId } = this.options;
    const [first] = taps;
    if (first === undefined) return;
    const wireTaps = taps.map((tap) => this.wireTap(tap));
    this.socket.send(writeUpFrame({ type: 'update_occupancy', eventId, seq: first.seq, sentAt, taps: wireTaps }));
  }

  ping(): void {
    this.socket.send(PING);
  }

  /** Answers once the server has heard of it. */
  async leave(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.socket, 'close');
    this.socket.close(1000);
    await closed;
  }

  private async nextSync(): Promise<Sync> {
    return await new Promise((resolve, reject) => {
      const closed = (code: number) => reject(new Error(`The socket was closed with ${code}`));
      this.socket.once('close', closed);
      this.waiting.push((sync) => {
        this.socket.off('close', closed);
        resolve(sync);
      });
    });
  }

  private wireTap({ area, to, change, at, undoes }: PlannedTap): Tap {
    return {
      areaId: this.areaId(area),
      change,
      at,
      ...(undoes !== undefined && { undoes }),
      ...(to !== undefined && { to: this.areaId(to) }),
    };
  }

  private areaId(area: number): string {
    const areaId = this.options.areaIds[area];
    if (areaId === undefined) throw new Error(`The festival has no area ${area}`);
    return areaId;
  }
}
