import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Evacuation, EvacuationRecord } from '../../../../src/shared/evacuation/schemas';
import { useRealtime } from '../../realtime/hooks';
import { useMay } from '../../session/may';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount, formatRecent } from '../../texts/format';
import { Button } from '../../ui/button';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { useSecond } from '../../ui/use-second';
import { InDoubt } from '../counting/areas/in-doubt';
import { remainingIn } from './counting-place';
import { EvacuationIcon } from './evacuation-icons';
import { appearanceOf } from './evacuation-appearance';
import { evacuationsQuery, startEvacuation } from './evacuations-api';
import { emptySince, targetTime } from './target-time';
import { OverTarget, timeWords } from './target-words';

export interface EvacuationStateProps {
  eventId: string;
  /** With what the pads count for as its evacuation. */
  room: RoomSnapshot;
  /** Opens the dialog in which an evacuation or drill is started or ended. */
  onOpen: () => void;
}

/** How often the pace is read again while something runs, in ms. */
const PACE_EVERY_MS = 5_000;

/** The button with which somebody in control starts an evacuation or drill; while one runs, what remains in each area, and its end. */
export function EvacuationState({ eventId, room, onOpen }: EvacuationStateProps) {
  const running = room.evacuation;
  const mayControl = useMay('control', eventId);
  if (running !== null) {
    return <Running eventId={eventId} room={room} running={running} onEnd={mayControl ? onOpen : null} />;
  }
  if (!mayControl) return null;
  return (
    <Button variant="quiet" onClick={onOpen} className="justify-self-start px-4 text-sm">
      <EvacuationIcon size={18} />
      {dialogTexts.eventDialogs.evacuation}
    </Button>
  );
}

interface RunningProps extends Pick<EvacuationStateProps, 'eventId' | 'room'> {
  running: Evacuation;
  /** Null for users who neither start nor end anything. */
  onEnd: (() => void) | null;
}

function Running({ eventId, room, running, onEnd }: RunningProps) {
  const { isDrill, startedAt, startedOn, becameRealAt } = running;
  const now = useSecond();
  const { data } = useQuery({ ...evacuationsQuery(eventId), refetchInterval: PACE_EVERY_MS });
  const record = data?.evacuations.find(({ evacuationId }) => evacuationId === running.evacuationId);
  const words = dialogTexts.evacuation;
  const { title, Icon, band } = appearanceOf(isDrill);
  const { areas, people, lowBy, points } = remainingIn(room.areas ?? [], room.sideAreas, running);
  const facts = [
    words.since(formatRecent(Date.parse(startedAt))),
    startedOn,
    becameRealAt === undefined ? null : words.wasDrill(formatRecent(Date.parse(becameRealAt))),
  ].filter((fact) => fact !== null);
  return (
    <section
      aria-label={title}
      className={clsx('grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card p-4 forced-colors:border-4', band)}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Icon size={32} className="shrink-0" />
        <div className="min-w-0 flex-1 basis-40 leading-tight">
          <p className="text-[min(1.25rem,8vw)] font-extrabold tracking-wide">{title}</p>
          <p className="text-sm">{facts.join(' · ')}</p>
        </div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span
            data-testid="remaining"
            className="text-[min(3rem,12vw)] leading-none font-bold whitespace-nowrap tabular-nums"
          >
            {formatCount(people)}
          </span>
          <span className="font-semibold">{words.stillInside}</span>
          <InDoubt people={lowBy} name={title} className="font-bold" />
        </p>
        <Pace running={running} now={now} people={people} record={record} hasPoints={points.length > 0} />
        {onEnd && (
          <div className="flex flex-wrap gap-2">
            {isDrill && <MakeReal eventId={eventId} />}
            <Button variant="quiet" onClick={onEnd} className="min-h-11 px-4 text-sm">
              {isDrill ? words.endDrill : words.endEvacuation}
            </Button>
          </div>
        )}
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-2">
        {areas.map((area) => (
          <li
            key={area.areaId}
            className="flex flex-wrap items-baseline gap-x-2 rounded-field bg-page px-3 py-2 text-ink"
          >
            <span title={area.areaName} className="min-w-0 flex-1 truncate font-medium">
              {area.areaName}
            </span>
            <span className="shrink-0 font-bold tabular-nums">
              {area.people === 0 && area.lowBy === 0 ? words.empty : formatCount(area.people)}
            </span>
            <InDoubt
              isShort
              people={area.lowBy}
              name={area.areaName}
              className="basis-full text-end text-sm font-bold"
            />
          </li>
        ))}
        {points.map((point) => (
          <li
            key={point.areaId}
            className="flex items-baseline justify-between gap-2 rounded-field border-2 border-current px-3 py-1.5"
          >
            <span className="min-w-0 font-medium break-words">{words.point(point.areaName)}</span>
            <span className="shrink-0 font-bold tabular-nums">{formatCount(point.currentOccupancy)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PaceProps {
  running: Evacuation;
  /** Epoch ms. */
  now: number;
  /** How many people are still inside. */
  people: number;
  /** Undefined until it is known. */
  record: EvacuationRecord | undefined;
  /** Who has arrived nowhere is accounted for only if arrivals are counted. */
  hasPoints: boolean;
}

/**
 * How long it has lasted, how fast people leave, and who is neither inside nor at an assembly point. The target is for the
 * time until nobody is inside (docs/product.md, V13).
 */
function Pace({ running: { startedAt, targetMinutes }, now, people, record, hasPoints }: PaceProps) {
  const words = dialogTexts.evacuation;
  const { emptyInMinutes = null, outsPerMinute, unaccounted } = record?.progress ?? {};
  const from = Date.parse(startedAt);
  const emptyAt = people > 0 || record === undefined ? null : emptySince(record.timeline);
  const lasted = targetTime(from, now, people > 0 ? targetMinutes : undefined);
  const toEmpty = emptyAt === null ? null : targetTime(from, emptyAt, targetMinutes);
  const count = (some: number | undefined) => (some === undefined ? words.unknown : formatCount(some));
  const facts: [name: string, value: string][] = [
    [words.lasted, timeWords(lasted)],
    ...(toEmpty === null ? [] : [[words.emptyAfter, timeWords(toEmpty)] satisfies [string, string]]),
    [words.outsPerMinute, count(outsPerMinute === undefined ? undefined : Math.round(outsPerMinute))],
    [
      words.emptyIn,
      emptyInMinutes === null ? words.unknown : words.minutes(formatCount(Math.max(1, Math.ceil(emptyInMinutes)))),
    ],
    ...(hasPoints ? [[words.unaccounted, count(unaccounted)] satisfies [string, string]] : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="leading-tight">
            <dt className="text-xs">{name}</dt>
            <dd className="text-lg leading-tight font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <OverTarget time={toEmpty ?? lasted} keepsPlace />
    </div>
  );
}

/** Makes the drill an evacuation with one press: what is refused here costs minutes. */
function MakeReal({ eventId }: { eventId: string }) {
  const realtime = useRealtime();
  const words = dialogTexts.evacuation;
  const { busy, error, submit } = useSubmission(words.startFailed);
  const make = () =>
    void submit(async () => {
      const clientId = realtime.clientIdOf(eventId);
      await startEvacuation(eventId, { isDrill: false, ...(clientId !== null && { clientId }) });
    });
  return (
    <>
      {error !== null && <Notice tone="bad">{error}</Notice>}
      <Button variant="danger" busy={busy} onClick={make} className="min-h-11 border-2 border-page px-4 text-sm">
        <EvacuationIcon size={20} />
        {busy ? words.makingReal : words.makeReal}
      </Button>
    </>
  );
}
