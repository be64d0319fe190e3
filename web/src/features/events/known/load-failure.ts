import type { Event } from '../../../../../src/shared/schemas/event';
import type { User } from '../../../../../src/shared/schemas/user';
import { texts } from '../../../lib/app-texts';
import { isUnanswered, ownMessage } from '../../../lib/api-client';
import { readKnownEvents } from '../../../lib/last-known';

/** What failed is asked for again this often, while the page is in sight: what is said of it goes by itself. */
export const RETRY_AFTER_FAILURE_MS = 30_000;

/** Why the latest call brought no events. */
export interface LoadFailure {
  readonly error: Error;
  /** The server, or something in between, has answered. Without an answer nothing speaks against what is known. */
  readonly isAnswered: boolean;
}

/** Where nothing else is shown. */
export const failureText = ({ error }: LoadFailure): string => ownMessage(error, texts.dashboard.loadFailed);

/** Beside events that are shown all the same. */
export const failureBeside = (failure: LoadFailure): string =>
  failure.isAnswered ? failureText(failure) : texts.dashboard.eventsKept;

export const failureOf = (error: Error): LoadFailure => ({ error, isAnswered: !isUnanswered(error) });

/** An earlier visit's events. An empty list says nothing that could be shown before the server has confirmed it. */
export function readKept(user: User): Event[] | undefined {
  const kept = readKnownEvents(user);
  return kept && kept.length > 0 ? kept : undefined;
}
