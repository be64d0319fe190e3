import { clsx } from 'clsx';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import { keepSelectedEventId } from '../../session/storage';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount } from '../../texts/format';
import { Link } from '../../ui/link';
import { useSecond } from '../../ui/use-second';
import { paths } from '../../urls/paths';
import { InDoubt } from '../counting/areas/in-doubt';
import { remainingIn } from '../evacuation/counting-place';
import { EvacuationAnnouncement } from '../evacuation/evacuation-announcement';
import { appearanceOf } from '../evacuation/evacuation-appearance';
import { type TargetTime, targetTime } from '../evacuation/target-time';
import { OverTarget, timeWords } from '../evacuation/target-words';
import type { EventSummary } from './event-summary';

/** An evacuation or drill that runs at one of the events. */
export interface RunningEvent {
  readonly eventId: string;
  readonly eventName: string;
  readonly evacuation: Evacuation;
  /** How many people are still inside. */
  readonly people: number;
  /** By how many people that may be low. */
  readonly lowBy: number;
}

/** Returns what runs at the events, evacuations first. */
export function runningEvents(summaries: readonly EventSummary[]): RunningEvent[] {
  const all = summaries.flatMap(({ event: { eventId, eventName }, room: { evacuation, areas, sideAreas } }) => {
    if (evacuation === null) return [];
    const { people, lowBy } = remainingIn(areas ?? [], sideAreas, evacuation);
    return [{ eventId, eventName, evacuation, people, lowBy }];
  });
  return all.toSorted((a, b) => Number(a.evacuation.isDrill) - Number(b.evacuation.isDrill));
}

/** Announces at once what has begun. The words do not change with the people inside. */
export const RunningAnnouncement = ({ running }: { running: readonly RunningEvent[] }) =>
  running.length > 0 && (
    <EvacuationAnnouncement running={running.map(({ evacuation }) => evacuation)}>
      {running.map(({ eventName, evacuation }) => `${appearanceOf(evacuation.isDrill).title}: ${eventName}.`).join(' ')}
    </EvacuationAnnouncement>
  );

/**
 * The time since the start, again each second. While somebody is inside it stands against the target (docs/product.md,
 * V13).
 */
export const useElapsed = ({ evacuation, people }: Pick<RunningEvent, 'evacuation' | 'people'>): TargetTime =>
  targetTime(Date.parse(evacuation.startedAt), useSecond(), people === 0 ? undefined : evacuation.targetMinutes);

function Elapsed({ running }: { running: RunningEvent }) {
  const time = useElapsed(running);
  return (
    <>
      <span className="tabular-nums">{timeWords(time)}</span>
      <OverTarget time={time} />
    </>
  );
}

/** A bar under the header for each evacuation and drill: where, how many are still inside, and for how long it runs. */
export function RunningBars({ running }: { running: readonly RunningEvent[] }) {
  if (running.length === 0) return null;
  return (
    <ul className="sticky top-(--bar-height) z-20 -mx-4 grid shadow-lift max-md:-mt-5" data-testid="running-bars">
      {running.map((one) => (
        <RunningBar key={one.eventId} running={one} />
      ))}
    </ul>
  );
}

function RunningBar({ running }: { running: RunningEvent }) {
  const { eventId, eventName, evacuation, people, lowBy } = running;
  const { isDrill } = evacuation;
  const { title, Icon, band } = appearanceOf(isDrill);
  return (
    <li
      data-evacuation={isDrill ? 'drill' : 'evacuation'}
      className={clsx(
        'safe-x flex flex-wrap items-center gap-x-4 forced-colors:border-y-4',
        isDrill ? 'py-0.5' : 'py-2',
        band,
      )}
    >
      <Icon size={isDrill ? 22 : 36} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-40 leading-tight">
        <span className={clsx('font-extrabold tracking-wide', isDrill ? 'text-base' : 'text-xl')}>{title}</span>{' '}
        <Link
          to={paths.app}
          onClick={() => keepSelectedEventId(eventId)}
          aria-label={dialogTexts.overview.openEvent(eventName)}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2 outline-current!"
        >
          {eventName}
        </Link>
      </p>
      <p className="flex flex-wrap items-baseline gap-x-2 whitespace-nowrap">
        <span className={clsx('leading-none font-bold tabular-nums', isDrill ? 'text-2xl' : 'text-4xl')}>
          {formatCount(people)}
        </span>
        <span className="font-semibold">{dialogTexts.evacuation.stillInside}</span>
        <InDoubt isShort people={lowBy} name={title} className="font-bold" />
        <span aria-hidden>·</span>
        <Elapsed running={running} />
      </p>
    </li>
  );
}
