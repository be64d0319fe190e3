import { formatCount } from '../../texts/format';
import { verifyTexts } from '../../texts/verify-texts';
import { zoneFormat } from '../../texts/zone-format';
import { type DataColumn, DataTable } from '../../ui/data-table';
import type { PackAnswer, Place } from './day/answer-at';

function limitWords({ limits, staff }: Place): string {
  const words = verifyTexts.verify.moment;
  return limits
    .map(({ kind, capacity, isAbove }) => {
      const limit = words.limit(words.limitKinds[kind], formatCount(capacity));
      return staff > 0 || isAbove ? `${limit} (${isAbove ? words.above : words.kept})` : limit;
    })
    .join('; ');
}

function columnsOf(places: readonly Place[]): DataColumn<Place>[] {
  const words = verifyTexts.verify.moment;
  const hasStaff = places.some(({ staff }) => staff > 0);
  const hasLimits = places.some(({ limits }) => limits.length > 0);
  return [
    { head: words.area, cell: ({ name }) => name ?? verifyTexts.verify.venue },
    { head: words.inside, numeric: true, cell: ({ people }) => formatCount(people) },
    ...(hasStaff
      ? [
          {
            head: words.withStaff,
            numeric: true,
            cell: ({ people, staff }: Place) => (staff > 0 ? formatCount(people + staff) : ''),
          },
        ]
      : []),
    ...(hasLimits ? [{ head: words.allowed, cell: limitWords }] : []),
  ];
}

/** Shows how many people were in the venue and in each area at a moment. */
export function MomentAnswer({
  answer: { at, places, isByMinute },
  timeZone,
}: {
  answer: PackAnswer;
  timeZone: string;
}) {
  const words = verifyTexts.verify.moment;
  const [{ people, staff } = { people: 0, staff: 0 }] = places;
  const moment = zoneFormat(timeZone).moment(at, { withYear: true, withSeconds: true });
  const sentence = words.people(moment, formatCount(people));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div role="status" className="grid gap-1">
        <p className="text-lg font-semibold">
          {staff > 0 ? words.peopleWithStaff(sentence, formatCount(people + staff), formatCount(staff)) : sentence}
        </p>
        {isByMinute && <p className="text-sm text-pretty text-muted">{words.byMinute}</p>}
      </div>
      <DataTable label={words.table} rows={places} keyOf={({ areaId }) => areaId ?? ''} columns={columnsOf(places)} />
    </div>
  );
}
