import type { AreaError, CountingErrors } from '../../../../../src/shared/schemas/counting-error';
import { readSelectedEventId } from '../../../session/storage';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../../texts/format';
import { useCountingError } from './trust-api';

/** Returns '± 12 since the recount (22:10)', or what must happen before that is known. */
function trustText({ recounts }: CountingErrors, { expectedError, since, isRecounted }: AreaError): string {
  const words = dialogTexts.trust;
  if (expectedError === null) return recounts === 0 ? words.tooFew : words.longAgo;
  const people = formatCount(expectedError);
  if (since === null) return words.sinceAdded(people);
  const moment = formatRecent(Date.parse(since));
  return isRecounted ? words.sinceRecount(people, moment) : words.sinceReset(people, moment);
}

/**
 * Says at the end of an area's menu how far its number can be trusted, and whether a recount is due. It has the height
 * of two lines from the beginning, so that no item moves under the thumb.
 */
export function AreaTrust({ id, areaId }: { id: string; areaId: string }) {
  const known = useCountingError(readSelectedEventId(), false);
  const area = known?.areas.find((one) => one.areaId === areaId);
  return (
    <p id={id} className="mt-1.5 min-h-13 border-t border-line px-3 pt-2.5 text-sm text-pretty text-muted">
      {known && area && (
        <>
          {trustText(known, area)}
          {area.isRecountDue && <strong className="font-semibold text-ink"> {dialogTexts.trust.due}</strong>}
        </>
      )}
    </p>
  );
}
