import { fingerprintText } from '../../../../../src/shared/sealed/fingerprint';
import { fetchFile } from '../../../api/fetch-file';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { eventPath } from '../../events/events-api';
import { type LoadPack, PackDownload } from './pack-download';
import { packPath } from './pack-path';
import type { DaySeal } from './seals-api';

export interface DayEvidenceProps {
  eventId: string;
  /** The seal of the day's newest revision. */
  seal: DaySeal;
}

/** Returns what loads the evidence pack of a day of an event. */
export const packOf =
  (eventId: string): LoadPack =>
  (day, signal) =>
    fetchFile(packPath(eventPath(eventId), day), { signal });

/** Shows the fingerprint of a closed day's seal, with a button that downloads the day's evidence pack. */
export function DayEvidence({ eventId, seal: { seq, day, fingerprint, keyId } }: DayEvidenceProps) {
  const words = reportTexts.seals;
  return (
    <PackDownload day={day} load={packOf(eventId)}>
      <p className="text-sm text-muted">
        {keyId === null ? words.unsigned(formatCount(seq)) : words.signed(formatCount(seq))}{' '}
        <span className="tabular-nums wrap-anywhere">{fingerprintText(fingerprint)}</span>
      </p>
    </PackDownload>
  );
}
