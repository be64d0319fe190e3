import type { Connection, EndReason } from '../../web/src/realtime/view/snapshot';
import { RoomChannel } from '../../web/src/realtime/channel';
import type { PageEffects } from '../../web/src/realtime/page-effects';
import { OutboxHome } from '../../web/src/realtime/outbox/outbox-home';

export interface TestDeviceOptions {
  effects: PageEffects;
  /** The principal whose taps the device counts; outboxes are separate for each principal. */
  principal: string;
  eventId: string;
  /** Called when a tap's ack arrives; both times in ms of performance.now(). */
  acknowledged?: ((tappedAt: number, now: number) => void) | undefined;
  /** Called when the connection is lost. */
  disconnected?: (() => void) | undefined;
  /** Called when the device stops counting: the session or the event is gone, or the room refuses the device. */
  ended?: () => void;
}

const afterRealTime: PageEffects['after'] = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** A device with the web client's own channel and outbox, on any given effects. */
export class TestDevice {
  readonly channel: RoomChannel;
  taps = 0;
  refused = 0;
  reconnections = 0;
  /** The time of the last connection, in ms of performance.now(); null while disconnected. */
  connectedSince: number | null = null;
  over: EndReason | 'gone' | 'session ended' | 'storage failed' | null = null;
  private readonly options: TestDeviceOptions;
  private connection: Connection = 'connecting';
  /** The times of the unacknowledged taps, oldest first. */
  private readonly tappedAt: number[] = [];

  constructor(options: TestDeviceOptions) {
    this.options = options;
    const { effects, principal, eventId } = options;
    // Storage timeouts use real time, because the disk does not get faster when the client's timers do.
    const home = new OutboxHome(principal, { ...effects, after: afterRealTime }, () => this.end('storage failed'));
    const listeners = {
      changed: () => this.look(),
      eventList: () => {},
      event: () => {},
      uncounted: (groups: readonly { taps: number }[]) => {
        for (const { taps } of groups) this.refused += taps;
      },
      gone: () => this.end('gone'),
      sessionEnded: () => this.end('session ended'),
      isWatched: () => false,
    };
    this.channel = new RoomChannel(eventId, effects, listeners, home);
    this.channel.start();
  }

  tap(areaId: string, change: number, to?: string): void {
    this.noteTap();
    this.channel.tap(areaId, change, to);
  }

  undo(): void {
    this.noteTap();
    this.channel.undo();
  }

  private noteTap(): void {
    this.taps += 1;
    this.tappedAt.push(performance.now());
  }

  private end(over: TestDevice['over']): void {
    this.over = over;
    this.options.ended?.();
  }

  private look(): void {
    const { connection, ended, unsentTaps } = this.channel.snapshot;
    if (ended !== null && this.over === null) this.end(ended);
    if (connection !== this.connection) {
      if (connection === 'connected' && this.connection === 'disconnected') this.reconnections += 1;
      this.connection = connection;
      this.connectedSince = connection === 'connected' ? performance.now() : null;
      if (connection === 'disconnected') this.options.disconnected?.();
    }
    const now = performance.now();
    for (const at of this.tappedAt.splice(0, this.tappedAt.length - unsentTaps)) this.options.acknowledged?.(at, now);
  }
}
