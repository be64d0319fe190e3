import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { type DownloadState, useDownload } from '../../../ui/download/use-download';
import { type DownloadKind, downloadName, makeFile } from './downloads';

/** `share`: the progress from 0 to 1; null when it is unknown. */
interface ReportProgress {
  kind: DownloadKind;
  share: number | null;
}

export type ReportDownloadState = DownloadState<ReportProgress>;

export function useReportDownload(report: Report, revision: number | null) {
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
