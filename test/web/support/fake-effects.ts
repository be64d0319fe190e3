import { vi } from 'vitest';
import type { DownFrame, PollAnswer } from '../../../src/shared/protocol/down';
import type { Poll } from '../../../src/shared/protocol/up';
import type { Alert } from '../../../src/shared/schemas/alert';
import type { Area, AreaList } from '../../../src/shared/schemas/area';
import type { Outcome, SocketListeners } from '../../../web/src/realtime/effects';
import type { PageEffects } from '../../../web/src/realtime/page-effects';
import { OrphanTapSender } from '../../../web/src/realtime/outbox/orphan-tap-sender';
import { OutboxHome } from '../../../web/src/realtime/outbox/outbox-home';
import type { OutboxStore } from '../../../web/src/realtime/outbox/outbox-store';

export class FakeSocket {
  readonly path: string;
  readonly sent: string[] = [];
  closedByPage = false;
  readonly #listeners: SocketListeners;

  constructor(path: string, listeners: SocketListeners) {
    this.path = path;
    this.#listeners = listeners;
  }

  open(): void {
    this.#listeners.opened();
  }

  receive(frame: DownFrame | string): void {
    this.#listeners.message(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  closeWith(code: number): void {
    this.#listeners.closed(code);
  }

  /** The sent frames without pings. */
  get frames(): unknown[] {
    return this.sent.filter((text) => text !== 'ping').map((text): unknown => JSON.parse(text));
  }

  get pings(): number {
    return this.sent.filter((text) => text === 'ping').length;
  }
}

interface Timer {
  at: number;
  run: () => void;
}

/** The logged-in principal by default. */
export const PRINCIPAL = 'code:e1';

const noStorage = () => Promise.reject(new Error('No storage here'));
const NO_STORE: OutboxStore = {
  write: noStorage,
  move: noStorage,
  records: noStorage,
  taps: noStorage,
  uncounted: noStorage,
  dismiss: noStorage,
  forget: noStorage,
};

const LATER = { ok: false, failure: 'later' } as const;

/** A simulated world: the test controls time and the answers of sockets and calls. */
export class FakeWorld {
  nowMs = 1_000_000;
  readonly sockets: FakeSocket[] = [];
  readonly polls: Poll[] = [];
  areaCalls = 0;
  randomValue = 0;
  hidden = false;
  askedToPersist = 0;
  areas: Outcome<readonly Area[]> = LATER;
  areasAnswer: () => Promise<Outcome<readonly Area[]>> = async () => this.areas;
  /** The alerts in GET areas; null means that the room's version does not send them. */
  alerts: Alert[] | null = null;
  /** The other fields in the answer of GET areas. */
  said: Omit<AreaList, 'areas' | 'alerts'> = {};
  pollAnswer: (body: Poll) => Outcome<PollAnswer> | Promise<Outcome<PollAnswer>> = () => LATER;
  signedIn: string | null = PRINCIPAL;
  verifyAnswer: Outcome<string> = { ok: true, value: PRINCIPAL };
  store: OutboxStore = NO_STORE;
  device: ReturnType<PageEffects['device']> = {
    deviceId: 'device-000000000001',
    deviceName: null,
    direction: 'both',
    doors: [],
  };
  readonly #timers = new Set<Timer>();
  readonly #wakers = new Set<() => void>();
  readonly #offlineListeners = new Set<() => void>();
  readonly deviceListeners = new Set<() => void>();
  #clients = 0;

  readonly effects: PageEffects = {
    openSocket: (path, listeners) => {
      const socket = new FakeSocket(path, listeners);
      this.sockets.push(socket);
      return { send: (text) => socket.sent.push(text), close: () => (socket.closedByPage = true) };
    },
    after: (delayMs, run) => {
      const timer = { at: this.nowMs + delayMs, run };
      this.#timers.add(timer);
      return () => this.#timers.delete(timer);
    },
    now: () => this.nowMs,
    random: () => this.randomValue,
    isHidden: () => this.hidden,
    mintClientId: () => `client-${String((this.#clients += 1)).padStart(12, '0')}`,
    device: () => this.device,
    onDeviceChange: (listener) => {
      this.deviceListeners.add(listener);
      return () => this.deviceListeners.delete(listener);
    },
    fetchAreas: async () => {
      this.areaCalls += 1;
      const answer = await this.areasAnswer();
      if (!answer.ok) return answer;
      return {
        ok: true,
        value: { areas: [...answer.value], ...(this.alerts && { alerts: this.alerts }), ...this.said },
      };
    },
    poll: async (_eventId, body) => {
      this.polls.push(body);
      return this.pollAnswer(body);
    },
    verify: async () => this.verifyAnswer,
    signedIn: () => this.signedIn,
    onWake: (listener) => {
      this.#wakers.add(listener);
      return () => this.#wakers.delete(listener);
    },
    onOffline: (listener) => {
      this.#offlineListeners.add(listener);
      return () => this.#offlineListeners.delete(listener);
    },
    openStore: () => this.store,
    loadAdopter: async () => OrphanTapSender,
    locks: { hold: async () => () => undefined },
    askToPersist: () => (this.askedToPersist += 1),
  };

  /** A home whose storage does not work: taps are sent at once. */
  homeInMemory(): OutboxHome {
    const home = new OutboxHome(PRINCIPAL, this.effects, () => undefined);
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    home.fail(new Error('In memory'));
    warn.mockRestore();
    return home;
  }

  /** The newest socket. */
  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('No socket was opened');
    return socket;
  }

  changeDevice(change: Partial<FakeWorld['device']>): void {
    this.device = { ...this.device, ...change };
    for (const listener of this.deviceListeners) listener();
  }

  wake(): void {
    for (const waker of this.#wakers) waker();
  }

  goOffline(): void {
    for (const listener of this.#offlineListeners) listener();
  }

  /** Simulates a sleeping machine: its clock advances and its timers stand still. */
  sleep(ms: number): void {
    this.nowMs += ms;
    for (const timer of this.#timers) timer.at += ms;
  }

  /** Lets time pass timer by timer, including the tasks that each timer starts. */
  async pass(ms: number): Promise<void> {
    const until = this.nowMs + ms;
    await settle();
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.nowMs = Math.max(this.nowMs, next.at);
      next.run();
      await settle();
    }
    this.nowMs = until;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
