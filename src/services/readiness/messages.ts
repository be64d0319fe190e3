import type { Readiness } from '../../shared/schemas/system';

type Part = keyof Readiness['checks'];

/** For each part that is broken: who is affected. These sentences are public and name no cause, id or address. */
const MESSAGES: Record<Exclude<Part, 'rooms'>, string> = {
  database:
    'Logging in, reports and changes of events may fail for everybody. Devices that are connected keep counting.',
  settlements: 'Organizers are billed later than usual. Counting is not affected.',
  billing: 'Organizers cannot save a card for the moment. Counting is not affected.',
  mail: 'People who forgot their password may get no mail. Counting is not affected.',
};

const ALL_ROOMS = 'Counts of all events may arrive late. Devices keep their taps and send them later.';
const refusingRooms = (events: number): string =>
  `Counts of ${events === 1 ? 'one event' : `${events} events`} do not arrive. Their devices keep their taps and send them later. Other events are not affected.`;

/** Returns the sentence about a broken part. `found` is the result of its check. */
export function messageFor(part: Part, found: { error?: string; refusing?: number }): string {
  if (part !== 'rooms') return MESSAGES[part];
  return found.error === 'refusing' ? refusingRooms(found.refusing ?? 1) : ALL_ROOMS;
}
