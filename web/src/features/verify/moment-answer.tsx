import { formatCount } from '../../texts/format';
import { verifyTexts } from '../../texts/verify-texts';
import { zoneFormat } from '../../texts/zone-format';
import { type DataColumn, DataTable } from '../../ui/data-table';
import type { PackAnswer, Place } from './day/answer-at';

/** One sentence for each limit that applied, of the venue and of areas. */
function limitLines(places: readonly Place[]): string[] {
  const words = verifyTexts.verify.moment;
  return places.flatMap(({ name, limits }) =>
    limits.map(({ kind, capacity, isAbove }) =>
      words.limit(
        name ?? verifyTexts.verify.venue,
        words.limitKinds[kind],
        formatCount(capacity),
        isAbove ? words.above : words.kept,
      ),
    ),
  );
}

function columnsOf(places: readonly Place[]): DataColumn<Place>[] {
  const words = verifyTexts.verify.moment;
  const hasStaff = places.some(({ staff }) => staff > 0);
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
  ];
}

/** Shows how many people were in the venue and in each area at a moment. */
export function MomentAnswer({ answer: { at, places }, timeZone }: { answer: PackAnswer; timeZone: string }) {
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
        {limitLines(places).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <DataTable label={words.table} rows={places} keyOf={({ areaId }) => areaId ?? ''} columns={columnsOf(places)} />
    </div>
  );
}
