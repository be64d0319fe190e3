import type { Connection, EndReason } from '../../web/src/realtime/snapshot';
import { RoomChannel } from '../../web/src/realtime/channel';
import type { ChannelListeners } from '../../web/src/realtime/channel-listeners';
import type { Effects } from '../../web/src/realtime/effects';
import { OutboxHome } from '../../web/src/realtime/outbox-home';
import { between, pick, type Random } from './random.ts';

/** What a device did to one area. */
export interface Done {
  ins: number;
  outs: number;
}

export interface WebDeviceOptions {
  effects: Effects;
  /** Whose taps these are: outboxes are apart by it. */
  principal: string;
  eventId: string;
  /** Nobody else taps here: what this device shows of it is known to the one at every moment. */
  ownAreaId: string;
  sharedAreaIds: readonly string[];
  random: Random;
  tapEveryMs: readonly [number, number];
  /** A tap's ack has arrived; both in ms of performance.now(). */
  acknowledged?: (tappedAt: number, now: number) => void;
}

const afterRealTime: Effects['after'] = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** The web client's own channel with a person in front of it. */
export class WebDevice {
  readonly channel: RoomChannel;
  readonly done = new Map<string, Done>();
  taps = 0;
  refused = 0;
  reconnections = 0;
  /** Since when it is connected, in ms of performance.now(); null while it is not. */
  connectedSince: number | null = null;
  over: EndReason | 'gone' | 'session ended' | 'storage failed' | null = null;
  /** The longest that the own area showed something else than what was tapped on it, ms. */
  wrongForMs = 0;
  private readonly options: WebDeviceOptions;
  private wrongSince: number | null = null;
  private connection: Connection = 'connecting';
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Of the taps that are not acknowledged, the oldest first. */
  private readonly tappedAt: number[] = [];

  constructor(options: WebDeviceOptions) {
    this.options = options;
    const { effects } = options;
    const listeners: ChannelListeners = {
      changed: () => this.look(),
      news: () => {},
      event: () => {},
      uncounted: (groups) => {
        for (const { taps } of groups) this.refused += taps;
      },
      gone: () => {
        this.over = 'gone';
      },
      sessionEnded: () => {
        this.over = 'session ended';
      },
    };
    // The disk is as fast as it is, however fast the client's waits go by.
    const home = new OutboxHome(options.principal, { ...effects, after: afterRealTime }, () => {
      this.over = 'storage failed';
    });
    this.channel = new RoomChannel(options.eventId, effects, listeners, home);
    this.channel.start();
  }

  startTapping(): void {
    this.timer = setTimeout(
      () => {
        this.tap();
        this.startTapping();
      },
      between(this.options.random, ...this.options.tapEveryMs),
    );
  }

  stopTapping(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /** By area id, what this device shows. */
  get shown(): string {
    const areas = this.channel.snapshot.areas ?? [];
    return numbersOf(areas);
  }

  doneTo(areaId: string): Done {
    return this.done.get(areaId) ?? { ins: 0, outs: 0 };
  }

  /** Taps once, as far as there is a button to tap. */
  tap(): void {
    const { random, ownAreaId, sharedAreaIds } = this.options;
    // As on the screen: no buttons before there is a list, and no out where nobody is.
    if (this.channel.snapshot.areas === null) return;
    this.taps += 1;
    this.tappedAt.push(performance.now());
    const { undoable } = this.channel.snapshot;
    if (undoable !== null && random() < 0.1) {
      const { areaId, change, to } = undoable;
      this.add(areaId, change, -1);
      if (to !== undefined) this.add(to, 0 - change, -1);
      this.channel.undo();
      return;
    }
    const areaId = random() < 0.3 ? ownAreaId : pick(random, sharedAreaIds);
    const { ins, outs } = this.doneTo(areaId);
    const change = areaId === ownAreaId && ins === outs ? 1 : pick(random, [1, 1, 1, -1]);
    const to = change < 0 && random() < 0.5 ? pick(random, sharedAreaIds) : areaId;
    this.add(areaId, change, 1);
    if (to === areaId) this.channel.tap(areaId, change);
    else {
      this.add(to, 0 - change, 1);
      this.channel.tap(areaId, change, to);
    }
  }

  /** @param times −1 takes the change back */
  private add(areaId: string, change: number, times: 1 | -1): void {
    const { ins, outs } = this.doneTo(areaId);
    const more = change * times;
    this.done.set(areaId, change > 0 ? { ins: ins + more, outs } : { ins, outs: outs - more });
  }

  private connectionChanged(connection: Connection): void {
    if (connection === 'connected' && this.connection === 'disconnected') this.reconnections += 1;
    this.connection = connection;
    this.connectedSince = connection === 'connected' ? performance.now() : null;
  }

  private tookAcks(unsentTaps: number): void {
    const now = performance.now();
    for (const at of this.tappedAt.splice(0, this.tappedAt.length - unsentTaps)) this.options.acknowledged?.(at, now);
  }

  private look(): void {
    const { connection, areas, ended, unsentTaps } = this.channel.snapshot;
    if (ended !== null) this.over = ended;
    if (connection !== this.connection) this.connectionChanged(connection);
    this.tookAcks(unsentTaps);
    const own = areas?.find(({ areaId }) => areaId === this.options.ownAreaId);
    if (own === undefined) return;
    const { ins, outs } = this.doneTo(own.areaId);
    const isRight = own.totalEntries === ins && own.totalExits === outs && own.currentOccupancy === ins - outs;
    if (!isRight) this.wrongSince ??= performance.now();
    else if (this.wrongSince !== null) {
      this.wrongForMs = Math.max(this.wrongForMs, performance.now() - this.wrongSince);
      this.wrongSince = null;
    }
  }
}

interface Numbers {
  areaId: string;
  currentOccupancy: number;
  totalEntries: number;
  totalExits: number;
}

/** What is compared between devices and the server. */
export const numbersOf = (areas: readonly Numbers[]): string =>
  areas
    .map(({ areaId, currentOccupancy, totalEntries, totalExits }) =>
      [areaId, currentOccupancy, totalEntries, totalExits].join(' '),
    )
    .toSorted()
    .join('\n');
