import { clsx } from 'clsx';
import { createPortal } from 'react-dom';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import { dialogTexts } from '../../texts/dialog-texts';
import { useSecond } from '../../ui/use-second';
import { formatCount } from '../../texts/format';
import { InDoubt } from '../counting/areas/in-doubt';
import { useHeldHeight } from '../counting/press/use-held-height';
import { remainingIn, runsAs } from './counting-place';
import { EvacuationAnnouncement } from './evacuation-announcement';
import { appearanceOf } from './evacuation-appearance';
import { formatLasted } from './format-lasted';

/** A number with more characters than this would leave a narrow phone no room for the title beside it. */
const LARGE_MAX = 5;

export interface EvacuationBandProps {
  room: RoomSnapshot;
  /** What the pads count for: this changes only when nobody counts. */
  shown: Evacuation | null;
  /** The assembly point at which this device counts; null for none. */
  pointId: string | null;
  onChoosePoint: (pointId: string | null) => void;
}

/**
 * Says over the pads that an evacuation or a drill runs, what to count, and how many people are still inside. It stands
 * above everything else. While somebody counts, it lies over the page instead of moving the pads.
 */
export function EvacuationBand({ room, shown, pointId, onChoosePoint }: EvacuationBandProps) {
  const { evacuation } = room;
  const { band: own, height } = useHeldHeight<HTMLDivElement>();
  const now = useSecond();
  const running = evacuation ?? shown;
  if (running === null) return null;
  const isWaiting = !runsAs(evacuation, shown);
  const { title, Icon, band, frame } = appearanceOf(running.isDrill);
  const words = dialogTexts.evacuation;
  const { people, lowBy, points } = remainingIn(room.areas ?? [], room.sideAreas, running);
  const point = points.find(({ areaId }) => areaId === pointId);
  const task = point === undefined ? words.countOut : words.countArrivals(point.areaName);
  const count = formatCount(people);
  const line = evacuation === null ? words.over : isWaiting ? words.waits : task;
  return (
    <>
      <section
        aria-label={title}
        data-evacuation={running.isDrill ? 'drill' : 'evacuation'}
        className="sticky top-(--bar-height) z-25 -mx-4"
        style={{ height }}
      >
        <div
          ref={own}
          className={clsx(
            'safe-x grid grid-cols-[minmax(0,1fr)] gap-1 py-2 shadow-lift forced-colors:border-y-4',
            band,
          )}
        >
          <div className="flex min-h-12 flex-wrap items-center gap-x-3">
            <Icon size={32} className="shrink-0" />
            {/* With large text the number goes below, and no word is broken into letters. */}
            <div className="min-w-0 flex-1 basis-[min(11.5rem,calc(100%-3.5rem))] leading-tight">
              <p className="flex flex-wrap items-baseline gap-x-2 text-[min(1.25rem,8vw)] leading-tight font-extrabold sm:tracking-wide">
                {title}
                <span className="text-sm font-semibold tracking-normal tabular-nums">
                  {formatLasted(Date.parse(running.startedAt), now)}
                </span>
              </p>
              <p className="text-sm">{line}</p>
            </div>
            {/* Not wider than the number, so that the title keeps its line. */}
            <p className="ms-auto w-min min-w-22 shrink-0 text-end leading-none">
              <span
                data-testid="remaining"
                className={clsx(
                  'block leading-none font-bold whitespace-nowrap tabular-nums',
                  count.length > LARGE_MAX ? 'text-xl' : 'text-4xl',
                )}
              >
                {count}
              </span>
              <span className="text-xs font-semibold whitespace-nowrap">{words.stillInside}</span>
              <InDoubt isShort people={lowBy} name={title} className="block pt-0.5 text-xs leading-tight font-bold" />
            </p>
          </div>
          {points.length > 0 && evacuation !== null && !isWaiting && (
            <label className="flex items-center gap-2 text-sm font-semibold">
              <span className="shrink-0">{words.countsAt}</span>
              <select
                value={point?.areaId ?? ''}
                onChange={({ target: { value } }) => onChoosePoint(value === '' ? null : value)}
                className="min-h-11 min-w-0 flex-1 rounded-field bg-page px-3 text-base text-ink forced-colors:border"
              >
                <option value="">{words.exits}</option>
                {points.map(({ areaId, areaName }) => (
                  <option key={areaId} value={areaId}>
                    {words.point(areaName)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      </section>
      <EvacuationAnnouncement running={evacuation === null ? [] : [evacuation]}>
        {evacuation === null ? '' : `${title}. ${task}`}
      </EvacuationAnnouncement>
      {createPortal(
        <div aria-hidden className={clsx('pointer-events-none fixed inset-0 z-40 border-[5px]', frame)} />,
        document.body,
      )}
    </>
  );
}
