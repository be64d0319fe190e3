import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { User } from '../../../../../src/shared/schemas/user';
import { CALL_RETRIES, FRESH_FOR_MS, isRefusal, isWorthRetrying } from '../../../api/api-client';
import { keepKnownEvents } from '../../../session/last-known';
import { fetchEventByCode } from '../events-api';
import type { EventListUpdater } from './known-events';
import { failureOf, type LoadFailure, readKept, RETRY_AFTER_FAILURE_MS } from './load-failure';

/** The wait in ms before a failed call is repeated. Each further wait is twice as long. */
const FIRST_RETRY_MS = 1_000;

/** The number of retries of a failed call. Tests set 0 to avoid waiting. */
export const CallRetriesContext = createContext(CALL_RETRIES);

export interface CodeEventState {
  /** Null if the code belongs to no event; undefined until that is known. */
  readonly event: Event | null | undefined;
  readonly failure: LoadFailure | null;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The event of an access code. The event that an earlier visit stored is available at once and is then read again.
 * Admins use queries for their events. An access-code user needs so little of them that the query library is not
 * loaded.
 */
export class CodeEvent implements EventListUpdater {
  readonly #user: User;
  readonly #retries: number;
  readonly #subscribers = new Set<() => void>();
  #state: CodeEventState;
  #call: AbortController | null = null;
  /** The time of the server's last answer, in epoch ms. */
  #updatedAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(user: User, retries: number) {
    this.#user = user;
    this.#retries = retries;
    this.#state = { event: readKept(user)?.[0], failure: null };
  }

  get state(): CodeEventState {
    return this.#state;
  }

  /** For useSyncExternalStore. */
  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /**
   * Reads the event now, and again when the page becomes visible or online with old data. Returns a function that stops
   * this.
   */
  start(): () => void {
    const look = () => {
      if (document.visibilityState === 'visible' && !this.#call && this.#isOld) this.refetch();
    };
    this.refetch();
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
      this.#call?.abort();
      this.#call = null;
      clearTimeout(this.#retry);
    };
  }

  readonly refetch = (): void => {
    this.#call?.abort();
    clearTimeout(this.#retry);
    if (this.#state.event === undefined) this.#set({ event: undefined, failure: null });
    void this.#ask();
  };

  refetchAll(): void {
    this.refetch();
  }

  put(event: Event): void {
    this.replace(event);
  }

  replace(event: Event): void {
    const { event: held, failure } = this.#state;
    if (held?.eventId !== event.eventId || (!failure && isSame(held, event))) return;
    clearTimeout(this.#retry);
    this.#take(event);
  }

  /** Does nothing: the room also reports the deletion and ends the session. */
  remove(): void {}

  get hasShownCodesEvent(): boolean {
    return this.#state.event !== undefined;
  }

  get #isOld(): boolean {
    return this.#state.failure !== null || Date.now() - this.#updatedAt > FRESH_FOR_MS;
  }

  async #ask(): Promise<void> {
    const call = new AbortController();
    this.#call = call;
    for (let attempt = 0; this.#call === call; attempt += 1) {
      try {
        const event = await this.#fetch(call.signal);
        if (this.#call === call) this.#take(event);
        break;
      } catch (error) {
        if (this.#call !== call) return;
        if (attempt >= this.#retries || !isWorthRetrying(error)) {
          this.#failed(error);
          break;
        }
        await wait(FIRST_RETRY_MS * 2 ** attempt);
      }
    }
    if (this.#call === call) this.#call = null;
  }

  async #fetch(signal: AbortSignal): Promise<Event | null> {
    try {
      return await fetchEventByCode(this.#user.accessCode ?? '', signal);
    } catch (error) {
      if (isRefusal(error, 'not_found')) return null;
      throw error;
    }
  }

  #take(event: Event | null): void {
    this.#updatedAt = Date.now();
    keepKnownEvents(this.#user, event ? [event] : []);
    const { event: held } = this.#state;
    this.#set({ event: isSame(held, event) ? held : event, failure: null });
  }

  #failed(error: unknown): void {
    this.#set({ ...this.#state, failure: failureOf(error instanceof Error ? error : new Error(String(error))) });
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => {
      if (document.visibilityState === 'visible') this.refetch();
      else this.#retryLater();
    }, RETRY_AFTER_FAILURE_MS);
  }

  #set(next: CodeEventState): void {
    const { event, failure } = this.#state;
    if (event === next.event && failure === next.failure) return;
    this.#state = next;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

/** Returns the event of the user's access code. For another code the component must be mounted again. */
export function useCodeEvent(user: User): readonly [CodeEvent, CodeEventState] {
  const retries = use(CallRetriesContext);
  const [codeEvent] = useState(() => new CodeEvent(user, retries));
  useEffect(() => codeEvent.start(), [codeEvent]);
  return [codeEvent, useSyncExternalStore(codeEvent.subscribe, () => codeEvent.state)];
}
