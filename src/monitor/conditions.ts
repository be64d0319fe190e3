import type { AnswerCount, Failure, SlowMinute } from '../rpc/monitor-api';
import type { Readiness } from '../shared/schemas/system';
import { ERROR_SHARE_MIN, ERRORS_MIN, SLOW_SYNC_MS, SLOW_WAIT_MS } from './thresholds';

/** The conditions of which the operator is told. docs/incidents.md says what to do about each. */
export const ALARMS = ['database', 'rooms', 'billing', 'mail', 'errors', 'wait', 'sync', 'taps'] as const;
export type AlarmName = (typeof ALARMS)[number];

/** What the monitor knows in one minute. */
export interface Known {
  checks: Readiness['checks'];
  failingRooms: readonly { eventId: string; failure: Failure }[];
  /** The answers of the last minutes, from isolates that answered at least one 5xx. */
  answers: readonly AnswerCount[];
  /** The rooms that were slow since the last check. */
  slowRooms: readonly SlowMinute[];
  /** The day's taps that nobody pays for, and what this installation allows (freeTapLimits). */
  freeTaps: { taken: number; alarm: number; stop: number };
  /** The names of these rooms' events by id, as far as the database told them. */
  names: ReadonlyMap<string, string>;
}

const FAILURE_TEXTS: Record<Failure, string> = {
  unreachable: 'its room fails or does not answer',
  full: 'its room has no storage left',
  refused: 'its room refuses calls',
};

/**
 * Removes what chats read as links, mentions and format (api.slack.com, "Formatting text"), because an event's name is
 * its organizer's.
 */
const asPlainText = (name: string): string => name.replaceAll(/[<>&@#`*_~|[\]()\\/:]|\s/g, ' ');

/** How many events one message names. */
export const EVENTS_MAX = 20;

const word = ({ error = 'ok' }: { error?: string | undefined }): string => error;

const sum = (answers: readonly AnswerCount[], of: 'answers' | 'errors'): number =>
  answers.reduce((total, count) => total + count[of], 0);

function events(lines: readonly string[]): string[] {
  const left = lines.length - EVENTS_MAX;
  return [...lines.slice(0, EVENTS_MAX), ...(left > 0 ? [`and ${left} more events`] : [])];
}

/**
 * Returns the conditions that hold, each with the facts for the operator: error words, numbers and ids of events. The
 * operator may know ids; the public readiness call names none.
 */
export function conditionsOf({
  checks,
  failingRooms,
  answers,
  slowRooms,
  freeTaps,
  names,
}: Known): Map<AlarmName, string[]> {
  const { database, rooms, usage, billing, mail } = checks;
  const holding = new Map<AlarmName, string[]>();
  const nameOf = (eventId: string) => {
    const name = names.get(eventId);
    return `event ${eventId}${name === undefined ? '' : ` (“${asPlainText(name)}”)`}`;
  };
  if (!database.ok) holding.set('database', [`database: ${word(database)}`]);
  if (!rooms.ok) {
    const failing = failingRooms.map(({ eventId, failure }) => `${nameOf(eventId)}: ${FAILURE_TEXTS[failure]}`);
    holding.set('rooms', [`rooms: ${word(rooms)}`, ...events(failing)]);
  }
  if (!billing.ok || !usage.ok) {
    holding.set('billing', [
      `billing: ${word(billing)}`,
      `usage: ${word(usage)}, ${usage.waiting} days wait for the payment provider`,
    ]);
  }
  if (!mail.ok) holding.set('mail', [`mail: ${word(mail)}`]);
  const [answered, failed] = [sum(answers, 'answers'), sum(answers, 'errors')];
  if (failed >= ERRORS_MIN && failed >= answered * ERROR_SHARE_MIN) {
    holding.set('errors', [`${failed} of ${answered} answers of the last minutes had a status of 500 or above`]);
  }
  const waiting = slowRooms.filter(({ waitMsMax }) => waitMsMax > SLOW_WAIT_MS);
  if (waiting.length > 0) {
    holding.set('wait', events(waiting.map(({ eventId, waitMsMax }) => `${nameOf(eventId)}: ${waitMsMax} ms`)));
  }
  const syncing = slowRooms.filter(({ syncMs }) => syncMs !== null && syncMs > SLOW_SYNC_MS);
  if (syncing.length > 0) {
    holding.set('sync', events(syncing.map(({ eventId, syncMs }) => `${nameOf(eventId)}: ${syncMs} ms`)));
  }
  const { taken, alarm, stop } = freeTaps;
  if (taken >= alarm) {
    const paused = taken >= stop ? ', so nobody signs up without an invitation until midnight UTC' : '';
    holding.set('taps', [`${taken} taps today (UTC) for which nobody pays${paused}`]);
  }
  return holding;
}
