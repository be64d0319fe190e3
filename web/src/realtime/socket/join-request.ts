import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/protocol/limits';
import type { Cancel, LineEffects } from '../effects';
import type { Link } from './link';

type JoinedLink = Pick<Link, 'fail' | 'send'>;

/** Sends join_event on each new socket, and gives up a socket on which no answer comes in time. */
export class JoinRequest {
  readonly #effects: Pick<LineEffects, 'after'>;
  readonly #link: JoinedLink;
  readonly #text: () => string;
  #cancelTimeout: Cancel | null = null;

  /** @param text returns the join_event that says who joins */
  constructor(effects: Pick<LineEffects, 'after'>, link: JoinedLink, text: () => string) {
    this.#effects = effects;
    this.#link = link;
    this.#text = text;
  }

  /** Sends join_event on a new socket. */
  make(): void {
    this.#cancelTimeout = this.#effects.after(CONNECT_TIMEOUT_MS, () => this.#link.fail());
    this.send();
  }

  /** Sends join_event. On a socket that has joined, it says that who joins has changed. */
  send(): void {
    this.#link.send(this.#text());
  }

  /** Stops waiting: the answer has arrived, or the socket is gone. */
  settled(): void {
    this.#cancelTimeout?.();
  }
}
