import { clsx } from 'clsx';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../texts/format';
import { Button } from '../../ui/button';
import { OctagonAlert } from '../../ui/icons/alerts';
import { remainingIn } from './counting-place';
import { lookOf } from './evacuation-look';

export interface EvacuationStateProps {
  room: RoomSnapshot;
  /** Opens the dialog in which an evacuation or drill is started or ended. */
  onOpen: () => void;
}

/** The button with which an admin starts an evacuation or drill; while one runs, what remains in each area, and its end. */
export function EvacuationState({ room, onOpen }: EvacuationStateProps) {
  if (room.evacuation !== null) return <Running room={room} onEnd={onOpen} />;
  return (
    <Button variant="quiet" onClick={onOpen} className="justify-self-start px-4 text-sm">
      <OctagonAlert aria-hidden size={18} />
      {dialogTexts.evacuation.open}
    </Button>
  );
}

function Running({ room, onEnd }: { room: RoomSnapshot; onEnd: () => void }) {
  const { evacuation } = room;
  if (evacuation === null) return null;
  const { isDrill, startedAt, startedOn } = evacuation;
  const words = dialogTexts.evacuation;
  const { title, Icon, band } = lookOf(isDrill);
  const { areas, people, points } = remainingIn(room.areas ?? [], room.sideAreas, evacuation);
  const since = words.since(formatRecent(Date.parse(startedAt)));
  return (
    <section aria-label={title} className={clsx('grid gap-3 rounded-card p-4 forced-colors:border-4', band)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon aria-hidden size={32} className="shrink-0" />
        <div className="min-w-0 flex-1 basis-40 leading-tight">
          <p className="text-xl font-extrabold tracking-wide">{title}</p>
          <p className="text-sm">{startedOn === null ? since : `${since} · ${startedOn}`}</p>
        </div>
        <p className="flex items-baseline gap-2 whitespace-nowrap">
          <span data-testid="remaining" className="text-5xl leading-none font-bold tabular-nums">
            {formatCount(people)}
          </span>
          <span className="font-semibold">{words.stillInside}</span>
        </p>
        <Button variant="quiet" onClick={onEnd} className="min-h-11 px-4 text-sm">
          {isDrill ? words.endDrill : words.endEvacuation}
        </Button>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-2">
        {areas.map((area) => (
          <li
            key={area.areaId}
            className="flex items-baseline justify-between gap-2 rounded-field bg-page px-3 py-2 text-ink"
          >
            <span title={area.areaName} className="min-w-0 truncate font-medium">
              {area.areaName}
            </span>
            <span className="shrink-0 font-bold tabular-nums">
              {area.people === 0 ? words.empty : formatCount(area.people)}
            </span>
          </li>
        ))}
        {points.map((point) => (
          <li
            key={point.areaId}
            className="flex items-baseline justify-between gap-2 rounded-field border-2 border-current px-3 py-1.5"
          >
            <span title={point.areaName} className="min-w-0 truncate font-medium">
              {words.point(point.areaName)}
            </span>
            <span className="shrink-0 font-bold tabular-nums">{formatCount(point.currentOccupancy)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
