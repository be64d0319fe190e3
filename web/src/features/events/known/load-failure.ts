import type { Event } from '../../../../../src/shared/schemas/event';
import type { User } from '../../../../../src/shared/schemas/user';
import { texts } from '../../../texts/app-texts';
import { isUnanswered, ownMessage } from '../../../api/api-client';
import { readKnownEvents } from '../../../session/last-known';

/** A failed read is repeated this often while the page is visible: its message disappears by itself. */
export const RETRY_AFTER_FAILURE_MS = 30_000;

/** Why the latest call returned no events. */
export interface LoadFailure {
  readonly error: Error;
  /** The server, or something in between, has answered. Without an answer the known events may still be right. */
  readonly isAnswered: boolean;
}

/** When nothing else is shown. */
export const failureText = ({ error }: LoadFailure): string => ownMessage(error, texts.dashboard.loadFailed);

/** Beside events that are shown all the same. */
export const failureBeside = (failure: LoadFailure): string =>
  failure.isAnswered ? failureText(failure) : texts.dashboard.eventsKept;

export const failureOf = (error: Error): LoadFailure => ({ error, isAnswered: !isUnanswered(error) });

/** An earlier visit's events. An empty list is not shown before the server has confirmed it. */
export function readKept(user: User): Event[] | undefined {
  const kept = readKnownEvents(user);
  return kept && kept.length > 0 ? kept : undefined;
}
