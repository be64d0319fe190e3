import { fingerprintText } from '../../../../src/shared/sealed/fingerprint';
import type { InspectionSealList } from '../../../../src/shared/inspections/schemas';
import { MINUTE_MS } from '../../../../src/shared/durations';
import type { Report } from '../../../../src/shared/schemas/report';
import { formatCount, formatMoment } from '../../texts/format';
import { inspectionTexts } from '../../texts/inspection-texts';
import { formatDayRange, zoneFormat } from '../../texts/zone-format';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { paths } from '../../urls/paths';
import { type LoadPack, PackDownload } from '../reports/seals/pack-download';
import type { Polled } from './use-polled';

/** Within which time after its end a day is sealed, in ms: it is stored a minute after it (docs/product.md, D6 and D15). */
const SEALED_WITHIN_MS = 5 * MINUTE_MS;

export interface SealedDaysProps {
  seals: Polled<InspectionSealList>;
  /** Loads a day's evidence pack; null until the link was opened. */
  loadPack: LoadPack | null;
  report: Report | undefined;
  /** The event's time zone; undefined until the first numbers have come. */
  timeZone: string | undefined;
  /** When the link expires, ISO 8601. */
  expiresAt: string;
}

/** The newest seals with their packs, so that a pack or a printed report can be compared with them. */
export function SealedDays({ seals: { data, error }, loadPack, report, timeZone, expiresAt }: SealedDaysProps) {
  const words = inspectionTexts.inspection;
  if (!data) return error === null ? null : <Notice tone="bad">{words.sealsFailed}</Notice>;
  const momentOf = timeZone === undefined ? formatMoment : zoneFormat(timeZone).moment;
  const soon = report && soonText(report, data, expiresAt);
  const rows = { momentOf, loadPack };
  return (
    <section aria-labelledby="sealed-days" className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-3">
      <h2 id="sealed-days" className="text-xl font-semibold tracking-tight">
        {words.seals}
      </h2>
      <p className="max-w-prose text-sm text-pretty text-muted">
        {data.seals.length === 0 ? words.noSeals : words.sealsLead}
      </p>
      {soon && <p className="max-w-prose text-pretty print:hidden">{soon}</p>}
      {data.seals.length > 0 && (
        <Link
          to={paths.verify}
          className="inline-flex min-h-11 items-center justify-self-start text-sm font-semibold underline underline-offset-4 print:hidden"
        >
          {words.check}
        </Link>
      )}
      <Seals seals={data.seals.slice(0, 1)} {...rows} />
      {data.seals.length > 1 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold">
            {words.olderSeals(data.seals.length - 1, formatCount(data.seals.length - 1))}
          </summary>
          <Seals seals={data.seals.slice(1)} {...rows} />
        </details>
      )}
    </section>
  );
}

/** Says when the report's day will have a pack, unless it has one; null for a day on which nobody has counted. */
function soonText({ days, timeZone }: Report, { seals }: InspectionSealList, expiresAt: string): string | null {
  const words = inspectionTexts.inspection;
  const last = days.at(-1);
  if (last === undefined || seals.some(({ day }) => day === last.day)) return null;
  const [day, end] = [formatDayRange(last.day, last.day), zoneFormat(timeZone).moment(last.endsAt)];
  const isInTime = Date.parse(last.endsAt) + SEALED_WITHIN_MS < Date.parse(expiresAt);
  return isInTime ? words.packSoon(day, end) : words.packTooLate(day, end);
}

interface SealsProps extends Pick<SealedDaysProps, 'loadPack'> {
  seals: InspectionSealList['seals'];
  momentOf: (at: string) => string;
}

function Seals({ seals, momentOf, loadPack }: SealsProps) {
  return (
    <ul className="grid gap-3">
      {seals.map((seal) => (
        <li key={seal.seq} className="rounded-card bg-surface p-4 shadow-lift">
          {seal.hasPack && loadPack !== null ? (
            <PackDownload day={seal.day} load={loadPack}>
              <SealLines seal={seal} momentOf={momentOf} />
            </PackDownload>
          ) : (
            <SealLines seal={seal} momentOf={momentOf} />
          )}
        </li>
      ))}
    </ul>
  );
}

function SealLines({
  seal: { day, revision, keyId, sealedAt, fingerprint },
  momentOf,
}: Pick<SealsProps, 'momentOf'> & { seal: SealsProps['seals'][number] }) {
  const words = inspectionTexts.inspection;
  return (
    <>
      <p className="font-semibold">{words.sealedDay(formatDayRange(day, day), formatCount(revision))}</p>
      <p className="text-sm text-muted">
        {keyId === null ? words.unsigned(momentOf(sealedAt)) : words.signed(momentOf(sealedAt))}
      </p>
      <p className="font-mono text-sm break-words">{fingerprintText(fingerprint)}</p>
    </>
  );
}
