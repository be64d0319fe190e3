import { clsx } from 'clsx';
import { type Mode, modeOf } from '../../../../../src/shared/rules/modes';
import { venueLowBy } from '../../../../../src/shared/rules/venue-capacity';
import { useEffect } from 'react';
import { connectionState } from '../../../realtime/connection-state';
import { formatCount, formatPercent, formatRecent } from '../../../texts/format';
import { texts } from '../../../texts/texts';
import { Link } from '../../../ui/link';
import { BellRing } from '../../../ui/icons/alerts';
import { WifiOff } from '../../../ui/icons/connection';
import { alertListPath } from '../../../urls/paths';
import { DevicesButton } from '../../devices/devices-button';
import { forecastText } from '../format-flow';
import type { EventSummary } from '../event-summary';
import type { OnScreen } from '../use-live-events';
import type { Part } from './wall-layout';
import { WallFlow, WallLine, wallPercent } from './wall-line';
import type { WallEvent } from './wall-order';
import { ORDERS_SHOWN, stateLines, WallState } from './wall-states';
import { inForce } from '../../in-force/in-force';
import { remainingIn } from '../../evacuation/counting-place';
import { EvacuationIcon } from '../../evacuation/evacuation-icons';
import { WallTarget } from './wall-elapsed';
import { wallTexts } from '../../../texts/wall-texts';

export interface WallTileProps {
  shown: WallEvent;
  /** The lines of the tile, or of this part of it. */
  part: Part;
  isWide: boolean;
  /** Always the same function. */
  onScreen: OnScreen;
}

/** One event on the wall, in the color and shape of its worst level. */
export function WallTile({ shown, part, isWide, onScreen }: WallTileProps) {
  const { summary, level, areas } = shown;
  const { event, room, occupancy, capacity, total, movements } = summary;
  const { eventId, eventName } = event;
  useEffect(() => {
    onScreen(eventId, true);
    return () => onScreen(eventId, false);
  }, [eventId, onScreen]);
  const { live } = connectionState(room, 0);
  const unseen = new Set(
    inForce(room)
      .alerts.filter((alert) => alert.acknowledgedAt === null)
      .map(({ areaId }) => areaId),
  );
  const name = part.from > 0 ? wallTexts.more(eventName) : eventName;
  const isOld = !live && !isBeginning(summary);
  const mode = runningOf(room);
  // While people leave, how full a place is means nothing.
  const isEvacuating = mode === 'evacuation';
  const states = stateLines(room);
  const areasFrom = Math.max(0, part.from - states.length);
  return (
    <article className="wall-tile" aria-label={name} data-level={level} data-old={isOld} data-running={mode}>
      <WallLine
        name={name}
        as="h2"
        occupancy={occupancy}
        lowBy={venueLowBy(room.areas ?? [])}
        capacity={isEvacuating ? null : capacity}
        level={level}
        shape={isEvacuating && <EvacuationIcon className="wall-shape wall-runner" />}
        movement={total}
        live={live}
        hasAlert={unseen.has(null)}
        isWide={isWide}
      />
      <Note summary={summary} isOld={isOld} isWide={isWide} />
      <ul>
        {states.slice(part.from, part.to).map((line) => (
          <li key={line.type === 'running' ? line.type : `${line.type} ${line.order.orderId}`}>
            <WallState line={line} event={event} room={room} isWide={isWide} />
          </li>
        ))}
        {areas.slice(areasFrom, Math.max(0, part.to - states.length)).map((area) => (
          <li key={area.areaId}>
            <WallLine
              name={area.areaName}
              as="span"
              occupancy={area.currentOccupancy}
              lowBy={area.mayBeLowBy ?? 0}
              capacity={isEvacuating || area.capacity === 0 ? null : area.capacity}
              movement={movements.get(area.areaId) ?? null}
              live={live}
              hasAlert={unseen.has(area.areaId)}
              isWide={isWide}
            />
          </li>
        ))}
      </ul>
    </article>
  );
}

function runningOf({ evacuation }: EventSummary['room']): Mode | undefined {
  const mode = modeOf(evacuation ?? null);
  return mode === 'calm' ? undefined : mode;
}

/** Whether the event's numbers are on their way for the first time, or come without a connection on purpose. */
const isBeginning = ({ room, isResting }: EventSummary): boolean => isResting || room.connection === 'connecting';

interface NoteProps {
  summary: EventSummary;
  isOld: boolean;
  isWide: boolean;
}

/** The line below the venue's: the connection if it is lost, what was begun, alerts, offline devices, and the forecast. */
function Note({ summary, isOld, isWide }: NoteProps) {
  const { event, room, missed, occupancy, capacity, total } = summary;
  const { alerts } = inForce(room);
  const unseen = alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
  const seen = alerts.length - unseen;
  const shortText = formatCount(unseen > 0 ? unseen : seen);
  const isEvacuating = runningOf(room) === 'evacuation';
  const percent = isEvacuating ? null : wallPercent(occupancy, capacity);
  const lowBy = venueLowBy(room.areas ?? []);
  const forecast = forecastOf(summary);
  const moreOrders = room.orders.length - ORDERS_SHOWN;
  return (
    <p className="wall-note">
      {isOld && <Lost summary={summary} isWide={isWide} />}
      {isEvacuating && <strong className="wall-running">{wallTexts.inEvacuation}</strong>}
      {isEvacuating && !isWide && room.evacuation !== null && (
        <WallTarget
          evacuation={room.evacuation}
          people={remainingIn(room.areas ?? [], room.sideAreas, room.evacuation).people}
        />
      )}
      {moreOrders > 0 && <span className="wall-running">{wallTexts.moreOrders(moreOrders)}</span>}
      {alerts.length > 0 && (
        <Link
          to={alertListPath(event.eventId)}
          aria-label={`${isWide ? '' : `${shortText}: `}${alertsText(unseen, seen)}. ${wallTexts.alertsOf(event.eventName)}`}
          title={alertsText(unseen, seen)}
          className={unseen > 0 ? 'wall-bad' : undefined}
        >
          {!isWide && <BellRing className="wall-icon" />}
          {isWide ? alertsText(unseen, seen) : shortText}
        </Link>
      )}
      <DevicesButton event={event} missed={missed ?? 0} className="wall-bad" isShort={!isWide} />
      {!isOld && !isWide && percent !== null && <span>{formatPercent(percent)}</span>}
      {!isWide && ((!isOld && total) || lowBy > 0) && (
        <WallFlow movement={total} name={event.eventName} lowBy={lowBy} />
      )}
      {!isOld && (
        <span className="wall-about" title={aboutOf(summary, true)}>
          {aboutOf(summary, isWide)}
        </span>
      )}
      {!isOld && forecast !== null && (
        <span className={clsx('wall-forecast', !isWide && 'wall-folds')}>{forecast}</span>
      )}
    </p>
  );
}

const alertsText = (unseen: number, seen: number): string =>
  unseen > 0 ? wallTexts.alerts(unseen, formatCount(unseen)) : wallTexts.seenAlerts(seen, formatCount(seen));

function Lost({ summary: { room }, isWide }: Pick<NoteProps, 'summary' | 'isWide'>) {
  const { numbersFrom } = connectionState(room, 0);
  return (
    <strong className="wall-lost">
      <WifiOff className="wall-icon" />
      {numbersFrom === null
        ? wallTexts.lost
        : (isWide ? wallTexts.lostSince : wallTexts.lostSinceShort)(formatRecent(numbersFrom))}
    </strong>
  );
}

/** Says what will be soon; null if that is not known, or means nothing. */
function forecastOf({ room, occupancy, capacity, total }: EventSummary): string | null {
  if (room.loadFailed || !room.areas || room.areas.length === 0 || occupancy === null || !total) return null;
  if (runningOf(room) === 'evacuation') return null;
  return forecastText(total.rates, occupancy, capacity, venueLowBy(room.areas));
}

/** Says of how many people the number is. */
function aboutOf({ room, occupancy, capacity, isSumOfAreas }: EventSummary, isLong: boolean): string {
  if (room.loadFailed) return wallTexts.loadFailed;
  if (!room.areas || occupancy === null) return wallTexts.loading;
  if (room.areas.length === 0) return texts.areas.none;
  if (runningOf(room) === 'evacuation') return '';
  const limit = isSumOfAreas && isLong ? wallTexts.ofSum : wallTexts.of;
  return capacity === null ? wallTexts.noLimit : limit(formatCount(capacity));
}
