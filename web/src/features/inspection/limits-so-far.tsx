import type { Report } from '../../../../src/shared/schemas/report';
import { inspectionTexts } from '../../texts/inspection-texts';
import { zoneFormat } from '../../texts/zone-format';
import { CircleCheck } from '../../ui/icons/reports';
import { verdictOf } from '../reports/face/verdict';
import { isRunning } from '../reports/report-words';

export interface LimitsSoFarProps {
  report: Report;
  /** Whether the last attempt to load the report failed. */
  isOld: boolean;
}

/** Says in words that no limit was exceeded on the running day. What was exceeded stands in the report's verdict. */
export function LimitsSoFar({ report, isOld }: LimitsSoFarProps) {
  if (!isRunning(report) || verdictOf(report).type !== 'never') return null;
  const words = inspectionTexts.inspection;
  return (
    <p className="flex items-start gap-2 font-semibold">
      <CircleCheck aria-hidden size={22} className="mt-px shrink-0 text-good" />
      {isOld ? words.noneExceededBy(zoneFormat(report.timeZone).time(report.generatedAt)) : words.noneExceeded}
    </p>
  );
}
