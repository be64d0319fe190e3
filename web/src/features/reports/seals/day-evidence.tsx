import { fingerprintText } from '../../../../../src/shared/evidence/fingerprint';
import { fetchFile } from '../../../api/fetch-file';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay } from '../../../texts/zone-format';
import { Button } from '../../../ui/button';
import { useDownload } from '../../../ui/download/use-download';
import { ShieldCheck } from '../../../ui/icons/account';
import { Notice } from '../../../ui/notice';
import { eventPath } from '../../events/events-api';
import type { DaySeal } from './seals-api';

export interface DayEvidenceProps {
  eventId: string;
  /** The seal of the day's newest revision. */
  seal: DaySeal;
}

/** Shows the fingerprint of a closed day's seal, with a button that downloads the day's evidence pack. */
export function DayEvidence({ eventId, seal: { seq, day, fingerprint, keyId } }: DayEvidenceProps) {
  const words = reportTexts.seals;
  const { state, start } = useDownload<null>(() => words.failed);
  const download = () =>
    start(null, ({ signal }) =>
      fetchFile(`${eventPath(eventId)}/evidence?${new URLSearchParams({ from: day, to: day })}`, { signal }),
    );
  return (
    <div className="grid basis-full gap-2 pb-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 grow basis-60 text-sm text-muted">
          {keyId === null ? words.unsigned(formatCount(seq)) : words.signed(formatCount(seq))}{' '}
          <span className="tabular-nums wrap-anywhere">{fingerprintText(fingerprint)}</span>
        </p>
        <Button
          variant="quiet"
          busy={state.type === 'running'}
          aria-label={words.packOf(formatDay(day))}
          onClick={() => void download()}
          className="min-h-11 px-4 text-sm"
        >
          <ShieldCheck aria-hidden size={18} />
          {words.pack}
        </Button>
      </div>
      {state.type === 'running' && <output className="text-sm text-muted">{words.running}</output>}
      {state.type === 'done' && <Notice tone="good">{words.done(state.fileName)}</Notice>}
      {state.type === 'failed' && <Notice tone="bad">{state.message}</Notice>}
    </div>
  );
}
