import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/limits';
import { writeUpFrame } from '../../../../src/shared/protocol/codec';
import type { Cancel, Effects } from '../effects';
import type { Link } from './link';
import type { Outbox } from '../outbox/outbox';

/** Sends join_event, which says who counts here. Sends it again when the device's name or direction changes. */
export class JoinRequest {
  readonly #eventId: string;
  readonly #effects: Effects;
  readonly #outbox: Pick<Outbox, 'clientId'>;
  readonly #link: Pick<Link, 'fail' | 'isOpen' | 'send'>;
  #cancelTimeout: Cancel | null = null;
  #cancelChanges: Cancel | null = null;

  constructor(eventId: string, effects: Effects, outbox: Pick<Outbox, 'clientId'>, link: Link) {
    this.#eventId = eventId;
    this.#effects = effects;
    this.#outbox = outbox;
    this.#link = link;
  }

  start(): void {
    this.#cancelChanges = this.#effects.onDeviceChange(() => {
      if (this.#link.isOpen) this.#send();
    });
  }

  stop(): void {
    this.#cancelChanges?.();
  }

  /** Sends join_event on a new socket. If there is no answer in time, the socket is given up. */
  make(): void {
    this.#cancelTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => this.#link.fail());
    this.#send();
  }

  /** Stops waiting: the answer has arrived, or the socket is gone. */
  settled(): void {
    this.#cancelTimeout?.();
  }

  #send(): void {
    const { deviceId, deviceName, direction } = this.#effects.device();
    const name = deviceName === null ? {} : { deviceName };
    const { clientId } = this.#outbox;
    const eventId = this.#eventId;
    this.#link.send(writeUpFrame({ type: 'join_event', eventId, clientId, deviceId, ...name, direction }));
  }
}
