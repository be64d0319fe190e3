import { isLimited } from '../../../../../src/shared/sealed/verdict';
import type { Report } from '../../../../../src/shared/schemas/report';
import { occupancyPercent } from '../../../ui/occupancy-level';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { zoneFormat } from '../../../texts/zone-format';
import { type Figure, FigureCard } from '../../../ui/figure-card';
import { secondsAbove } from '../tables/subject-figures';
import { atMoment, changesText } from '../report-clock';
import { capacityAtPeak, formatDuration, isRunning } from '../report-words';

export interface KeyFiguresProps {
  report: Report;
  /** Whether the last update of the report failed, so that the current occupancy is unknown. */
  isStale: boolean;
}

function insideName(report: Report, isStale: boolean): string {
  const words = reportTexts.reports.figures;
  if (!isRunning(report)) return words.closing;
  return isStale ? words.insideAt(zoneFormat(report.timeZone).time(report.generatedAt)) : words.inside;
}

function figuresOf(report: Report, isStale: boolean): Figure[] {
  const { venue, areas } = report;
  const words = reportTexts.reports.figures;
  const peakCapacity = capacityAtPeak(venue);
  const peakTime = venue.peakAt === null ? null : atMoment(report, venue.peakAt);
  const share = peakCapacity === null ? null : formatPercent(occupancyPercent(venue.peak, peakCapacity));
  const over = areas.map((area) => secondsAbove(area).above100).filter((seconds) => seconds > 0);
  const above = secondsAbove(venue).above100;
  const areasAbove = over.length > 0 ? words.areasAbove(over.length, formatDuration(Math.max(...over))) : null;
  return [
    {
      name: words.peak,
      value: formatCount(venue.peak),
      detail:
        peakTime === null
          ? null
          : share === null || peakCapacity === null
            ? peakTime
            : [words.atShare(peakTime, share, formatCount(peakCapacity)), changesText(report, venue)]
                .filter((text) => text !== null)
                .join('. '),
      bad: peakCapacity !== null && venue.peak > peakCapacity,
    },
    { name: words.ins, value: formatCount(venue.ins), detail: null },
    { name: words.outs, value: formatCount(venue.outs), detail: null },
    {
      name: insideName(report, isStale),
      value: formatCount(venue.closing),
      detail: venue.opening === 0 ? null : words.opening(formatCount(venue.opening)),
    },
    {
      name: words.above100,
      value: isLimited(venue) ? formatDuration(above) : '–',
      detail: isLimited(venue) ? areasAbove : (areasAbove ?? words.noLimit),
      bad: above > 0,
      detailBad: over.length > 0,
    },
  ];
}

/** The figures that readers look for first. */
export function KeyFigures({ report, isStale }: KeyFiguresProps) {
  return (
    <dl
      aria-label={reportTexts.reports.figures.label}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3"
    >
      {figuresOf(report, isStale).map((figure, i) => (
        <FigureCard
          key={figure.name}
          {...figure}
          className={i === 0 ? 'max-sm:col-span-full' : undefined}
          valueClassName="text-[clamp(1.5rem,2.5vw,2.25rem)]"
        />
      ))}
    </dl>
  );
}
