import { writeUpFrame } from '../../../src/shared/protocol/codec';
import { deviceAt } from '../device/device-at';
import type { Cancel, Effects } from './effects';
import type { Outbox } from './outbox/outbox';
import { JoinRequest } from './socket/join-request';
import type { Link } from './socket/link';

type DeviceEffects = Pick<Effects, 'after' | 'device' | 'onDeviceChange'>;

/** Joins a room as a device: it says who counts here, and says it again when the device's name, direction or area changes. */
export class DeviceJoin {
  readonly #effects: DeviceEffects;
  readonly #link: Pick<Link, 'isOpen'>;
  readonly request: JoinRequest;
  #cancelChanges: Cancel | null = null;

  constructor(eventId: string, effects: DeviceEffects, outbox: Pick<Outbox, 'clientId'>, link: Link) {
    this.#effects = effects;
    this.#link = link;
    this.request = new JoinRequest(effects, link, () => {
      const { clientId } = outbox;
      return writeUpFrame({ type: 'join_event', eventId, clientId, ...deviceAt(effects.device(), eventId) });
    });
  }

  start(): void {
    this.#cancelChanges = this.#effects.onDeviceChange(() => {
      if (this.#link.isOpen) this.request.send();
    });
  }

  stop(): void {
    this.#cancelChanges?.();
  }
}
