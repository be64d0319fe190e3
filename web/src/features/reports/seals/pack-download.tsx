import type { ReactNode } from 'react';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay } from '../../../texts/zone-format';
import { Button } from '../../../ui/button';
import { useDownload } from '../../../ui/download/use-download';
import { ShieldCheck } from '../../../ui/icons/account';
import { Notice } from '../../../ui/notice';

/** Loads the evidence pack of a business day (YYYY-MM-DD). */
export type LoadPack = (day: string, signal: AbortSignal) => Promise<File>;

export interface PackDownloadProps {
  day: string;
  load: LoadPack;
  /** What is known of the day's seal; it stands beside the button. */
  children: ReactNode;
}

interface PackChoice extends Pick<PackDownloadProps, 'day' | 'load'> {
  /** Whether the button does nothing for now, because another day is about to be shown. */
  isWaiting?: boolean;
}

/** Returns the button that downloads a day's evidence pack, and what came of the download. */
export function usePackDownload({ day, load, isWaiting = false }: PackChoice) {
  const words = reportTexts.seals;
  const { state, start } = useDownload<null>(() => words.failed);
  return {
    button: (
      <Button
        variant="quiet"
        busy={isWaiting || state.type === 'running'}
        aria-label={words.packOf(formatDay(day))}
        onClick={() => void start(null, ({ signal }) => load(day, signal))}
        className="min-h-11 px-4 text-sm print:hidden"
      >
        <ShieldCheck size={18} />
        {words.pack}
      </Button>
    ),
    outcome: (
      <>
        {state.type === 'running' && <output className="text-sm text-muted">{words.running}</output>}
        {state.type === 'done' && <Notice tone="good">{words.done(state.fileName)}</Notice>}
        {state.type === 'failed' && <Notice tone="bad">{state.message}</Notice>}
      </>
    ),
  };
}

/** What is known of a day's seal, with the button that downloads its evidence pack. */
export function PackDownload({ day, load, children }: PackDownloadProps) {
  const { button, outcome } = usePackDownload({ day, load });
  return (
    <div className="grid basis-full gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">{children}</div>
        {button}
      </div>
      {outcome}
    </div>
  );
}
