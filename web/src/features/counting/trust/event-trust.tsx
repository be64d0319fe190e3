import { MINUTE_MS } from '../../../../../src/shared/limits';
import type { Area } from '../../../../../src/shared/schemas/area';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { useCountingError } from './trust-api';

/** The interval at which the overview asks again. An error grows with the crossings, and nobody waits for it. */
const EVERY_MS = 5 * MINUTE_MS;

export interface EventTrustProps {
  eventId: string;
  areas: readonly Pick<Area, 'areaId' | 'areaName'>[];
  /** False while the event is not on the screen, and before anybody has opened it. Then its room is not asked. */
  isAsked: boolean;
}

/** Says on the overview how far the venue's number can be trusted, and where a recount is due; nothing if neither is known. */
export function EventTrust({ eventId, areas, isAsked }: EventTrustProps) {
  const known = useCountingError(eventId, isAsked ? EVERY_MS : null);
  const words = dialogTexts.trust;
  const due = new Set(known?.areas.flatMap(({ areaId, isRecountDue }) => (isRecountDue ? areaId : [])));
  const names = areas.filter(({ areaId }) => due.has(areaId)).map(({ areaName }) => areaName);
  const venueError = known?.venueError ?? null;
  const sentences = [
    ...(venueError === null ? [] : [words.venue(formatCount(venueError))]),
    ...(names.length === 0 ? [] : [words.dueIn(names.join(', '))]),
  ];
  return sentences.length > 0 && <p className="text-sm text-pretty text-muted">{sentences.join(' ')}</p>;
}
