import { isCountingAllowed } from '../../../../src/shared/rules/subscription';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Direction } from '../../../../src/shared/schemas/device';
import { doorAreaIn, useDevice } from '../../device/device';
import { useDoorScreen } from '../../device/door-screen';
import { connectionState } from '../../realtime/connection-state';
import type { UndoableTap } from '../../realtime/view/undo-history';
import { texts } from '../../texts/app-texts';
import { NO_CATEGORIES } from '../counting/categories/active-categories';
import { useWhenNoRecentTaps } from '../counting/press/use-no-recent-taps';
import { runsAs, shownId, useAssemblyPoint, useCountingPlace, useShownEvacuation } from '../evacuation/counting-place';
import type { CountingAreasProps } from './counting-areas-props';
import { MorePads } from './counting-parts';
import { useWholeScreenArea } from './door/use-whole-screen-area';

/** What the parts of a layout get. */
export interface LayoutProps extends CountingAreasProps {
  screen: ReturnType<typeof useCountingScreen>;
  /** Opens the settings of this device. */
  onDevice: () => void;
}

/** Returns what the live screen of an event shows, whatever its layout. */
export function useCountingScreen({ room: { snapshot }, event, status, admin }: CountingAreasProps) {
  const { areas: known, sideAreas, ended, remembered } = snapshot;
  const device = useDevice();
  const isDoor = useDoorScreen();
  const onlyAreaId = useOnlyArea(known);
  const door = useDoorArea(event.eventId, known);
  const [openedAreaId, showWhole] = useWholeScreenArea(isDoor && onlyAreaId === null ? door.areaId : null);
  const evacuation = useShownEvacuation(snapshot.evacuation);
  const [chosenPoint, choosePoint] = useAssemblyPoint(evacuation?.evacuationId ?? null);
  const { areas, isLeaving, pointId } = useCountingPlace(known, sideAreas, evacuation, chosenPoint);
  const askedAreaId = pointId ?? openedAreaId ?? (isDoor ? onlyAreaId : null);
  const wholeAreaId = askedAreaId === null ? null : shownId(areas, askedAreaId);
  const isWhole = wholeAreaId !== null;
  // An organizer's wide screen is the control room: it shows what runs in one card, among its controls.
  const isAtDoor = isDoor || admin === undefined || isWhole;
  const isAccountLocked = !(snapshot.countingAllowed ?? isCountingAllowed(status));
  // While something runs, only taps of what is shown are offered: others are not of what the screen says.
  const isShown = (tap: UndoableTap) => evacuation === null || areas.some(({ areaId }) => areaId === tap.areaId);
  const direction: Direction =
    pointId !== null ? 'in' : isLeaving && device.direction !== 'out' ? 'both' : device.direction;
  const { live, numbersFrom } = connectionState(snapshot, 0);
  return {
    /** Whether one area has the whole screen. */
    isWhole,
    isDoorGone: door.isGone && !isWhole && !remembered,
    /** What the pads count for; null if nothing runs. */
    evacuation,
    /** The assembly point at which this device counts; null for none. */
    pointId,
    choosePoint,
    /** Whether the bands over the pads say what is in force. */
    isAtDoor,
    // Until its pads change, a control room says at once what has begun or ended, as a door does.
    showsEvacuation: isAtDoor || !runsAs(snapshot.evacuation, evacuation),
    hasMorePadsSwitch: isDoor === isWhole,
    isAccountLocked,
    undoable: snapshot.undoable && isShown(snapshot.undoable) ? snapshot.undoable : null,
    list: {
      areas: known && areas,
      isDoor,
      locked: isAccountLocked || ended !== null,
      live,
      numbersFrom,
      // In an evacuation nobody is asked who leaves.
      categories: (evacuation === null && event.categories) || NO_CATEGORIES,
      direction,
      isLeaving,
      meaning: pointId !== null ? texts.card.arrived : isLeaving ? texts.card.stillInside : undefined,
      wholeAreaId,
      firstAreaId: door.areaId && shownId(areas, door.areaId),
      onWholeScreen: pointId !== null || (openedAreaId === null && isWhole) ? undefined : showWhole,
      // On a wide screen the opened area always has the pads for groups and transfers, and the other cards have them if
      // they are switched on. At a door only the opened area has them, if they are switched on.
      MorePads: (isDoor ? isWhole && device.morePads : isWhole || device.morePads) ? MorePads : undefined,
    },
  };
}

/**
 * Returns the id of the event's only area; null for none or several. A second area is taken into account only when
 * nobody has tapped recently, so that no pad moves from under a thumb.
 */
function useOnlyArea(areas: readonly Area[] | null): string | null {
  const onlyId = useWhenNoRecentTaps((areas?.length === 1 && areas[0]?.areaId) || '');
  return areas?.some(({ areaId }) => areaId === onlyId) ? onlyId : null;
}

interface DoorArea {
  /** The area of the door; null for all areas, and for an area that does not exist. */
  readonly areaId: string | null;
  /** Whether the area of the door does not exist. */
  readonly isGone: boolean;
}

/**
 * Returns the area of this device's door. If the area is deleted while somebody counts, it stays until nobody has
 * tapped recently, because the list would put other pads in its place.
 */
function useDoorArea(eventId: string, areas: readonly Area[] | null): DoorArea {
  const kept = doorAreaIn(useDevice(), eventId);
  const isThere = kept === null || areas === null || areas.some(({ areaId }) => areaId === kept);
  const isShown = useWhenNoRecentTaps(Number(isThere)) === 1;
  return { areaId: isShown ? kept : null, isGone: !isThere && !isShown };
}
