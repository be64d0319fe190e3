import { useEffect } from 'react';
import { connectionState } from '../../../realtime/connection-state';
import { formatCount, formatRecent } from '../../../texts/format';
import { texts } from '../../../texts/texts';
import { Link } from '../../../ui/link';
import { WifiOff } from '../../../ui/icons/connection';
import { alertListPath } from '../../../urls/paths';
import { DevicesButton } from '../devices-button';
import { forecastText } from '../format-flow';
import type { EventSummary } from '../event-summary';
import type { OnScreen } from '../use-live-events';
import type { Part } from './wall-layout';
import { WallLine } from './wall-line';
import type { WallEvent } from './wall-order';
import { wallWords } from './wall-words';

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
  const unseen = new Set(room.alerts.filter((alert) => alert.acknowledgedAt === null).map(({ areaId }) => areaId));
  const name = part.from > 0 ? wallWords.more(eventName) : eventName;
  const isOld = !live && !isBeginning(summary);
  return (
    <article className="wall-tile" aria-label={name} data-level={level} data-old={isOld}>
      <WallLine
        name={name}
        as="h2"
        occupancy={occupancy}
        capacity={capacity}
        level={level}
        movement={total}
        live={live}
        hasAlert={unseen.has(null)}
        isWide={isWide}
      />
      <Note summary={summary} isOld={isOld} />
      <ul>
        {areas.slice(part.from, part.to).map((area) => (
          <li key={area.areaId}>
            <WallLine
              name={area.areaName}
              as="span"
              occupancy={area.currentOccupancy}
              capacity={area.capacity === 0 ? null : area.capacity}
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

/** Whether the event's numbers are on their way for the first time, or come without a connection on purpose. */
const isBeginning = ({ room, isResting }: EventSummary): boolean => isResting || room.connection === 'connecting';

/** The line below the venue's: the connection if it is lost, otherwise alerts, offline devices and the forecast. */
function Note({ summary, isOld }: { summary: EventSummary; isOld: boolean }) {
  const { event, room, missed } = summary;
  const unseen = room.alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).length;
  const seen = room.alerts.length - unseen;
  return (
    <p className="wall-note">
      {isOld && <Lost summary={summary} />}
      {room.alerts.length > 0 && (
        <Link
          to={alertListPath(event.eventId)}
          aria-label={`${alertsText(unseen, seen)}. ${wallWords.alertsOf(event.eventName)}`}
          className={unseen > 0 ? 'wall-bad' : undefined}
        >
          {alertsText(unseen, seen)}
        </Link>
      )}
      {missed !== null && missed > 0 && <DevicesButton event={event} missed={missed} className="wall-bad" />}
      {!isOld && <span className="wall-about">{aboutOf(summary)}</span>}
    </p>
  );
}

const alertsText = (unseen: number, seen: number): string =>
  unseen > 0 ? wallWords.alerts(unseen, formatCount(unseen)) : wallWords.seenAlerts(seen, formatCount(seen));

function Lost({ summary: { room } }: { summary: EventSummary }) {
  const { numbersFrom } = connectionState(room, 0);
  return (
    <strong className="wall-lost">
      <WifiOff aria-hidden className="wall-icon" />
      {numbersFrom === null ? wallWords.lost : wallWords.lostSince(formatRecent(numbersFrom))}
    </strong>
  );
}

/** Says of how many people the number is, and what will be soon. */
function aboutOf({ room, occupancy, capacity, isSumOfAreas, total }: EventSummary): string {
  if (room.loadFailed) return wallWords.loadFailed;
  if (!room.areas || occupancy === null) return wallWords.loading;
  if (room.areas.length === 0) return texts.areas.none;
  const limit = isSumOfAreas ? wallWords.ofSum : wallWords.of;
  const about = capacity === null ? wallWords.noLimit : limit(formatCount(capacity));
  return total ? `${about} · ${forecastText(total.rates, occupancy, capacity)}` : about;
}
