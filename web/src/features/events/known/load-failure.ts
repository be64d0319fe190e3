import type { Event } from '../../../../../src/shared/schemas/event';
import type { User } from '../../../../../src/shared/schemas/user';
import { texts } from '../../../texts/app-texts';
import { isUnanswered, ownMessage } from '../../../api/api-client';
import { readKnownEvents } from '../../../session/last-known';

/**
 * The interval in ms at which a failed read is repeated while the page is visible, so that its message disappears by
 * itself.
 */
export const RETRY_AFTER_FAILURE_MS = 30_000;

/** Why the last call returned no events. */
export interface LoadFailure {
  readonly error: Error;
  /** Whether the server, or a proxy, has answered. Without an answer the stored events may still be right. */
  readonly isAnswered: boolean;
}

/** The text of a failure if no events are shown. */
export const failureText = ({ error }: LoadFailure): string => ownMessage(error, texts.dashboard.loadFailed);

/** The text of a failure if stored events are still shown. */
export const failureBeside = (failure: LoadFailure): string =>
  failure.isAnswered ? failureText(failure) : texts.dashboard.eventsKept;

export const failureOf = (error: Error): LoadFailure => ({ error, isAnswered: !isUnanswered(error) });

/**
 * Returns the events that an earlier visit stored. An empty list is not returned, so that it is not shown before the
 * server has confirmed it.
 */
export function readKept(user: User): Event[] | undefined {
  const kept = readKnownEvents(user);
  return kept && kept.length > 0 ? kept : undefined;
}
