import { fingerprintText } from '../../../../../src/shared/sealed/fingerprint';
import type { Report } from '../../../../../src/shared/schemas/report';
import { paths } from '../../../urls/paths';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { formatDayRange, zoneFormat, zoneName } from '../../../texts/zone-format';
import { dataLine, verdictOf } from '../face/verdict';
import { PaperCategories } from '../categories/paper-categories';
import { ordersTable } from '../orders/orders-table';
import { evacuatedAreasTable, evacuationsTable } from '../evacuations/evacuations-table';
import { alertsTable } from '../tables/alerts-table';
import { limitPeriodsTable, limitsTable } from '../limits/limit-tables';
import { clockOf } from '../tables/format-cell';
import { devicesTable, journalTable, qualityLines, recountsTable, quietTimesTable } from '../tables/record-tables';
import {
  capacitiesTable,
  daysTable,
  type NamedSubject,
  overTable,
  subjectsOf,
  subjectsTable,
} from '../tables/subject-tables';
import { clockOffsets, reportDays } from '../report-clock';
import { capacityThen } from '../report-words';
import { AskMoment } from './ask-moment';
import { FlowChart, OccupancyChart } from './paper-chart';
import { PaperFigures } from './paper-figures';
import { PaperIntervals } from './paper-intervals';
import type { DaySeal } from '../seals/seals-api';
import { PaperLines, PaperSection, TableSection, Wide } from './paper-table';
import './paper.css';

/** Heights of the charts in SVG units; a chart is 720 units wide. */
const [VENUE_HEIGHT, AREA_HEIGHT, FLOW_HEIGHT] = [210, 130, 150];

export interface PaperReportProps {
  report: Report;
  /** The newest revision if the report has only one day and the revision is known. */
  newestRevision?: number | undefined;
  /** The seal of the report, if it is of one closed day and sealed. */
  seal?: DaySeal | undefined;
  /** Whether the tables of intervals follow. They take most of the pages. */
  hasIntervals?: boolean;
}

/** Shows the whole report as pages of a document, for example for an inspector. */
export function PaperReport({ report, newestRevision, seal, hasIntervals = true }: PaperReportProps) {
  const words = reportTexts.paper;
  return (
    <div role="region" aria-label={words.kind}>
      <article className="paper">
        <PaperHead report={report} newestRevision={newestRevision} />
        {!hasIntervals && report.days.length > 0 && <p className="paper-note">{words.summary}</p>}
        {report.days.length === 0 ? (
          <p className="paper-note">{reportTexts.reports.empty(formatDayRange(report.from, report.to))}</p>
        ) : (
          <>
            <PaperVerdict report={report} />
            <TableSection table={limitsTable(report)} report={report} />
            <PaperFigures report={report} />
            <AskMoment />
            {seal && <PaperSeal seal={seal} />}
            <TableSection table={subjectsTable(report)} report={report} />
            <Charts report={report} />
            <PaperCategories report={report} />
            {report.days.length > 1 && <TableSection table={daysTable(report)} report={report} />}
            <TableSection table={overTable(report)} report={report} />
            <TableSection table={limitPeriodsTable(report)} report={report} />
            <TableSection table={capacitiesTable(report)} report={report} />
          </>
        )}
        <TableSection table={alertsTable(report)} report={report} />
        <TableSection table={ordersTable(report)} report={report} />
        <TableSection table={evacuationsTable(report)} report={report} />
        <TableSection table={evacuatedAreasTable(report)} report={report} />
        <TableSection table={journalTable(report)} report={report} />
        {report.quality.recounts.length > 0 && <TableSection table={recountsTable(report)} report={report} />}
        <TableSection table={devicesTable(report)} report={report} />
        <TableSection table={quietTimesTable(report)} report={report} />
        <PaperSection title={words.quality} lead={reportTexts.tables.timesAre}>
          <PaperLines lines={qualityLines(report)} clock={clockOf(report)} />
        </PaperSection>
        <PaperSignatures />
        {hasIntervals && report.days.length > 0 && <PaperIntervals report={report} />}
      </article>
    </div>
  );
}

/** Says who organizes the event and where it is. */
function PaperLetterhead({ organizer, address }: Report['letterhead']) {
  if (organizer === '' && address === '') return null;
  return (
    <address className="paper-letterhead">
      {organizer !== '' && <strong>{organizer}</strong>}
      {address !== '' && <span>{address}</span>}
    </address>
  );
}

/** Says first what every reader wants to know, and how far the data can be trusted. */
function PaperVerdict({ report }: { report: Report }) {
  const { type, sentences, breaches } = verdictOf(report);
  return (
    <div className="paper-verdict" data-verdict={type}>
      {sentences.map((sentence, i) => (
        <p key={sentence} className={i < Math.max(1, breaches) ? 'paper-breach' : undefined}>
          {sentence}
        </p>
      ))}
      <p className="paper-data">{dataLine(report).text}</p>
    </div>
  );
}

/** Room for the signatures of those who hand the report over and who receive it. */
function PaperSignatures() {
  const { title, signers, lines } = reportTexts.paper.signatures;
  return (
    <PaperSection title={title} keepsTogether>
      {signers.map((signer) => (
        <div key={signer} className="paper-signature">
          <p>{signer}</p>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      ))}
    </PaperSection>
  );
}

/** The fingerprint leaves the house on paper, so that nobody can make another chain of seals unnoticed. */
function PaperSeal({ seal: { seq, fingerprint } }: { seal: DaySeal }) {
  const words = reportTexts.seals;
  return (
    <PaperSection
      title={words.paperTitle}
      lead={words.paperLead(formatCount(seq), `${location.origin}${paths.verify}`)}
    >
      <p className="paper-fingerprint">{fingerprintText(fingerprint)}</p>
    </PaperSection>
  );
}

/**
 * Returns a text with the revision of a closed day's report, and whether a newer revision exists. Null for other
 * reports.
 */
function revisionWords({ days, timeZone }: Report, newestRevision: number | undefined): string | null {
  const [day, another] = days;
  if (!day || another || day.revision === null || day.closedAt === null) return null;
  const closedAt = zoneFormat(timeZone).moment(day.closedAt, { withYear: true });
  const made = reportTexts.paper.revision(formatCount(day.revision), closedAt);
  if (newestRevision === undefined || newestRevision <= day.revision) return made;
  return `${made} ${reportTexts.storedReports.supersededBy(formatCount(newestRevision))}`;
}

function PaperHead({ report, newestRevision }: Pick<PaperReportProps, 'report' | 'newestRevision'>) {
  const { eventName, timeZone, reportTime, generatedAt, isFinal, days } = report;
  const words = reportTexts.paper;
  const { fullDate, exactTime } = zoneFormat(timeZone);
  const revision = revisionWords(report, newestRevision);
  return (
    <header>
      <PaperLetterhead {...report.letterhead} />
      <p className="paper-kind">{words.kind}</p>
      <h1>{eventName}</h1>
      <p className="paper-days">{reportDays(report)}</p>
      {revision !== null && <p>{revision}</p>}
      <p className="paper-lead">
        {words.clock(zoneName(timeZone), clockOffsets(report), reportTime)}{' '}
        {words.generatedAt(`${fullDate(generatedAt)}, ${exactTime(generatedAt)}`)}
      </p>
      {!isFinal && days.length > 0 && <p className="paper-note">{words.preliminary}</p>}
      {days.some(({ isCompacted }) => isCompacted) && <p className="paper-note">{words.compacted}</p>}
    </header>
  );
}

function chartTitle({ areaId, name, subject }: NamedSubject): string {
  const words = reportTexts.paper;
  const lowest = Math.min(0, ...subject.intervals.min);
  const peak = words.chartOf(name, formatCount(subject.peak));
  const highest = lowest < 0 ? `${peak}, ${words.chartLowest(formatCount(lowest))}` : peak;
  const then = capacityThen(subject);
  if (!then) return highest;
  const capacity = formatCount(then);
  return `${highest}, ${areaId === null ? words.chartGuests(capacity) : words.chartCapacity(capacity)}`;
}

function Charts({ report }: { report: Report }) {
  const words = reportTexts.paper;
  const [venue, ...areas] = subjectsOf(report);
  return (
    <>
      <PaperSection title={words.chart} lead={words.chartLead}>
        {[venue, ...areas].map(
          (it, i) =>
            it && (
              // Two areas may have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              <Occupancy key={i} report={report} subject={it} height={it === venue ? VENUE_HEIGHT : AREA_HEIGHT} />
            ),
        )}
      </PaperSection>
      <PaperSection title={words.flow} lead={words.flowLead}>
        <div className="paper-figure">
          <Wide name={words.flow}>
            <FlowChart report={report} intervals={report.venue.intervals} label={words.flow} height={FLOW_HEIGHT} />
          </Wide>
        </div>
      </PaperSection>
    </>
  );
}

function Occupancy({ report, subject, height }: { report: Report; subject: NamedSubject; height: number }) {
  const title = chartTitle(subject);
  return (
    <div className="paper-figure">
      <h3>{title}</h3>
      <Wide name={title}>
        <OccupancyChart report={report} intervals={subject.subject.intervals} label={title} height={height} />
      </Wide>
    </div>
  );
}
