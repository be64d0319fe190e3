import { CLOSE, PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { assertNever } from '../../../src/shared/assert-never';
import { isEventListFrame, type EventListFrame } from './channel-listeners';
import type { Effects } from './effects';
import { Link } from './socket/link';
import type { Connection } from './view/snapshot';

export interface HubListeners {
  changed(): void;
  eventList(frame: EventListFrame): void;
  sessionEnded(): void;
}

/** An admin's connection to the account's hub. It reports changes of events by the admin's other devices. */
export class HubChannel {
  readonly #link: Link;
  readonly #listeners: HubListeners;
  #connection: Connection = 'connecting';
  #missedEventList = false;

  constructor(effects: Effects, listeners: HubListeners) {
    this.#listeners = listeners;
    this.#link = new Link(`/api/account/socket?v=${PROTOCOL_VERSION}`, effects, {
      opened: () => this.#opened(),
      frame: (frame) => {
        if (isEventListFrame(frame)) {
          listeners.eventList(frame);
          return;
        }
        switch (frame.type) {
          case 'sync':
          case 'ack':
          case 'retry':
          case 'occupancy_updated':
          case 'alerts_changed':
          case 'orders_changed':
          case 'evacuation_changed':
          case 'display':
          case 'question':
          case 'areas_changed':
          case 'error':
            // Only rooms send most of these frames. After a hub's error, the socket's close code decides what happens.
            return;
          default:
            assertNever(frame);
        }
      },
      works: () => true,
      late: () => this.#connection === 'connecting' && this.#set('disconnected'),
      lost: () => {
        this.#missedEventList = true;
        this.#set('disconnected');
      },
      renewed: () => listeners.eventList({ type: 'force_refresh' }),
      ended: (code) => {
        this.#set('disconnected');
        if (code === CLOSE.sessionEnded) listeners.sessionEnded();
      },
      mayRetry: async () => {
        const outcome = await effects.verify();
        if (outcome.ok || outcome.failure !== 'unauthenticated') return true;
        listeners.sessionEnded();
        return false;
      },
      // Without a socket, each further attempt, once a minute, makes the page load the account and its events again.
      exhausted: () => listeners.eventList({ type: 'force_refresh' }),
    });
  }

  get connection(): Connection {
    return this.#connection;
  }

  start(connectFrom: number): void {
    this.#link.start(connectFrom);
  }

  /** Tries to connect at once instead of waiting for the next attempt. */
  retry(): void {
    if (this.#connection === 'disconnected') this.#link.reopen();
  }

  close(): void {
    this.#link.stop();
    this.#set('disconnected');
  }

  #opened(): void {
    this.#set('connected');
    if (this.#missedEventList) this.#listeners.eventList({ type: 'events_changed' });
    this.#missedEventList = false;
  }

  #set(connection: Connection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#listeners.changed();
  }
}
