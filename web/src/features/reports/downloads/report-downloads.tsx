import { useRef } from 'react';
import { TAPS_FILE_DAYS_MAX } from '../../../../../src/shared/reports/limits';
import { countDays } from '../../../../../src/shared/rules/business-day';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatPercent } from '../../../texts/format';
import { paths } from '../../../urls/paths';
import { reportTexts } from '../../../texts/report-texts';
import { Button, buttonClass } from '../../../ui/button';
import { FileDown, FileSpreadsheet, Printer } from '../../../ui/icons/files';
import { Link } from '../../../ui/link';
import { Notice } from '../../../ui/notice';
import { packOf } from '../seals/day-evidence';
import { usePackDownload } from '../seals/pack-download';
import { useDaySeal } from '../seals/seals-api';
import { type ReportPlace, writeReportPlace } from '../report-place';
import { type DownloadKind, downloadName, makeFile } from './downloads';
import { type DownloadState, useDownload } from '../../../ui/download/use-download';

export interface ReportDownloadsProps {
  report: Report;
  /** The requested event, days, interval and revision. */
  place: ReportPlace;
  /** Whether the requested report is still loading, and this one is another. */
  isLoading: boolean;
}

const KINDS = ['workbook', 'intervals', 'taps'] as const;

const buttonWidth = 'min-h-11 px-4 text-sm';

/** The buttons that download the report as files or print it. */
export function ReportDownloads({ report, place, isLoading }: ReportDownloadsProps) {
  const { revision } = place;
  const { state, start, cancel } = useReportDownload(report, revision);
  const buttons = useRef<HTMLDivElement>(null);
  const words = reportTexts.downloads;
  const isBusy = isLoading || state.type === 'running';
  const hasTaps = countDays(report.from, report.to) <= TAPS_FILE_DAYS_MAX;

  // A pack is that of the day's newest revision.
  const [only, another] = report.days;
  const closed = another === undefined && revision === null ? only : undefined;

  /**
   * Cancels the download. The cancel button disappears, so the focus returns to the button that started the download.
   */
  function cancelBack(kind: DownloadKind) {
    cancel();
    buttons.current?.querySelector<HTMLElement>(`[data-kind=${kind}]`)?.focus();
  }

  return (
    <div className="grid gap-3">
      <div ref={buttons} className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&>*]:px-3">
        <Link to={`${paths.printedReport}?${writeReportPlace(place)}`} className={buttonClass('primary', buttonWidth)}>
          <Printer size={18} />
          {words.print}
        </Link>
        {KINDS.filter((kind) => kind !== 'taps' || hasTaps).map((kind) => (
          <Button
            key={kind}
            data-kind={kind}
            variant="quiet"
            className={buttonWidth}
            busy={isBusy}
            onClick={() => void start(kind)}
          >
            {kind === 'workbook' ? <FileSpreadsheet size={18} /> : <FileDown size={18} />}
            {words[kind]}
          </Button>
        ))}
        {closed && closed.revision !== null && (
          <DayPack eventId={report.eventId} day={closed.day} revision={closed.revision} isLoading={isLoading} />
        )}
      </div>
      {!hasTaps && <p className="text-sm text-muted">{words.tapsTooLong(TAPS_FILE_DAYS_MAX)}</p>}
      {report.days.some(({ isCompacted }) => isCompacted) && <p className="text-sm text-muted">{words.tapsGone}</p>}
      {revision !== null && <p className="text-sm text-muted">{words.tapsToday}</p>}
      <DownloadProgress state={state} onCancel={cancelBack} />
    </div>
  );
}

interface DayPackProps extends Pick<ReportDownloadsProps, 'isLoading'> {
  eventId: string;
  day: string;
  revision: number;
}

/** The evidence pack of the report's only day, if that is sealed. */
function DayPack({ eventId, day, revision, isLoading }: DayPackProps) {
  const seal = useDaySeal(eventId, day, revision);
  const { button, outcome } = usePackDownload({ day, load: packOf(eventId), isWaiting: isLoading });
  if (!seal) return null;
  return (
    <>
      {button}
      <div className="order-last col-span-full basis-full empty:hidden">{outcome}</div>
    </>
  );
}

interface DownloadProgressProps {
  state: ReportDownloadState;
  onCancel: (kind: DownloadKind) => void;
}

function DownloadProgress({ state, onCancel }: DownloadProgressProps) {
  const words = reportTexts.downloads;
  if (state.type === 'idle') return null;
  if (state.type === 'done') return <Notice tone="good">{words.done(state.fileName)}</Notice>;
  if (state.type === 'failed') return <Notice tone="bad">{state.message}</Notice>;
  const { kind, share } = state.progress;
  return <RunningDownload kind={kind} share={share} onCancel={() => onCancel(kind)} />;
}

interface RunningDownloadProps {
  kind: DownloadKind;
  share: number | null;
  onCancel: () => void;
}

function RunningDownload({ kind, share, onCancel }: RunningDownloadProps) {
  const words = reportTexts.downloads;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="grid min-w-48 flex-1 gap-1 text-sm font-medium">
        <span className="tabular-nums">
          {share === null ? words[kind] : words.running(words[kind], formatPercent(share * 100))}
        </span>
        <progress className="h-2 w-full accent-bar-normal" {...(share === null ? {} : { value: share })} />
      </label>
      <Button variant="quiet" className={buttonWidth} onClick={onCancel}>
        {words.cancel}
      </Button>
    </div>
  );
}

/** `share` is the progress from 0 to 1; null while it is unknown. */
interface ReportProgress {
  kind: DownloadKind;
  share: number | null;
}

type ReportDownloadState = DownloadState<ReportProgress>;

function useReportDownload(report: Report, revision: number | null) {
  const { state, start, cancel } = useDownload<ReportProgress>(() => reportTexts.downloads.failed);

  return {
    state,
    cancel,
    start: (kind: DownloadKind) =>
      start({ kind, share: null }, async ({ signal, onProgress }) => {
        const onShare = (share: number) => onProgress({ kind, share });
        const file = await makeFile(report, kind, revision, { signal, onShare });
        return new File([file], downloadName(report, kind, revision), { type: file.type });
      }),
  };
}
