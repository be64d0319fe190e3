import type { EvacuationRecord } from '../../../../src/shared/schemas/evacuation';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../texts/format';
import { formatLasted } from './format-lasted';

const timeOf = (iso: string | null, whenNone: string): string =>
  iso === null ? whenNone : formatRecent(Date.parse(iso));

/** What happened in an evacuation or drill, in a few lines. */
export function EvacuationSummary({ record: { startedAt, endedAt, timeline } }: { record: EvacuationRecord }) {
  const words = dialogTexts.evacuation;
  const lines: [name: string, value: string][] = [
    [words.lasted, formatLasted(startedAt, endedAt)],
    [words.lastExit, timeOf(timeline.lastExitAt, words.none)],
    ...timeline.areas.map(({ areaName, emptyAt, remaining }): [string, string] => [
      areaName,
      emptyAt === null
        ? `${words.never}: ${formatCount(remaining)}`
        : `${words.emptyAt} ${formatRecent(Date.parse(emptyAt))}`,
    ]),
    ...timeline.assembled.map(({ name, people }): [string, string] => [words.point(name), formatCount(people)]),
  ];
  return (
    <dl className="grid gap-1">
      {lines.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-3">
          <dt className="min-w-0 truncate text-muted">{name}</dt>
          <dd className="shrink-0 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
