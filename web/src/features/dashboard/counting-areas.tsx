import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { isCountingAllowed, type SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import { activeCategories, NO_CATEGORIES } from '../counting/categories/active-categories';
import { type AreaAdmin, AreaList } from '../counting/areas/area-list';
import { useWhenNoRecentTaps } from '../counting/press/use-no-recent-taps';
import { FailureLine } from '../counting/areas/failure-line';
import { VenueLine, VenueTotal } from '../counting/areas/venue-total';
import type { EventMenuProps } from '../events/event-menu';
import { runsAs, shownId, useAssemblyPoint, useCountingPlace, useShownEvacuation } from '../evacuation/counting-place';
import { doorAreaIn, useDevice } from '../../device/device';
import { useDoorScreen } from '../../device/door-screen';
import { reloadForUpdate } from '../../offline/reload-for-update';
import { inForce } from '../in-force/in-force';
import { closedAreaIds } from '../orders/door-orders';
import { isPocketLocked, keepPocketLocked } from '../../session/storage';
import { texts } from '../../texts/app-texts';
import { connectionState } from '../../realtime/connection-state';
import type { EndReason } from '../../realtime/view/snapshot';
import type { UndoableTap } from '../../realtime/view/undo-history';
import type { Room } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { LatePart } from '../../ui/late-part';
import {
  CountingBar,
  DeviceDialog,
  DoorGone,
  DoorSheet,
  EvacuationBand,
  MorePads,
  OrderBand,
  PocketLock,
  preloadCountingParts,
  SeenAlerts,
  WithoutLooking,
} from './counting-parts';
import { LockedLine } from './notices/locked-line';
import { useWholeScreenArea } from './door/use-whole-screen-area';
import { DoorOpen } from '../../ui/icons/counting';
import { headerButtonClass } from '../events/header-button';
import { AccessCode } from '../events/access-code';

const endText = (reason: EndReason): string =>
  ({
    reload_needed: texts.realtime.reloadNeeded,
    replaced: texts.realtime.replaced,
    refused: texts.realtime.refused,
  })[reason];

export interface CountingAreasProps {
  room: Room;
  event: Event;
  /** The text of an error answer to loading the event, while the event stays on the screen; null without one. */
  loadError: string | null;
  onReload: () => void;
  /** Opens the dialog that shows others how to join. */
  onShare: () => void;
  /** Opens a dialog of the event. Only admins have it. */
  onChoose?: EventMenuProps['onChoose'];
  /** The options menu, given together with `onChoose`. */
  EventMenu?: ComponentType<EventMenuProps>;
  status: SubscriptionStatus | null;
  /** When this value changes, the cards are mounted again. */
  listKey?: number | undefined;
  admin?: AreaAdmin;
  /** What the control room sees of the orders in force; only on a wide screen. */
  control?: ReactNode;
  /** A step to take before somebody can count, like sharing the code. */
  nextStep?: ReactNode;
}

type Part = 'device' | 'sheet' | 'pocket-lock';

/**
 * Returns the id of the event's only area; null for none or several. A second area is taken into account only when
 * nobody has tapped recently, so that no pad moves from under a thumb.
 */
function useOnlyArea(areas: readonly Area[] | null): string | null {
  const onlyId = useWhenNoRecentTaps((areas?.length === 1 && areas[0]?.areaId) || '');
  return areas?.some(({ areaId }) => areaId === onlyId) ? onlyId : null;
}

/**
 * The live screen of an event, where people count. If the room has said whether the account is locked, that is used,
 * because the session's status may be older.
 */
export function CountingAreas(props: CountingAreasProps) {
  const { room, event, loadError, onReload, onShare, onChoose, EventMenu, status, listKey, admin, nextStep, control } =
    props;
  const {
    areas: known,
    sideAreas,
    alerts,
    orders,
    loadFailed,
    countingAllowed,
    subscriptionStatus,
    ended,
  } = room.snapshot;
  const isAccountLocked = !(countingAllowed ?? isCountingAllowed(status));
  const { live, numbersFrom } = connectionState(room.snapshot, 0);
  const isDoor = useDoorScreen();
  const onlyAreaId = useOnlyArea(known);
  const door = useDoorArea(event.eventId, known);
  const [openedAreaId, showWhole] = useWholeScreenArea(isDoor && onlyAreaId === null ? door.areaId : null);
  const evacuation = useShownEvacuation(room.snapshot.evacuation);
  const [chosenPoint, choosePoint] = useAssemblyPoint(evacuation?.evacuationId ?? null);
  const place = useCountingPlace(known, sideAreas, evacuation, chosenPoint);
  const areas = known && place.areas;
  const { isLeaving, pointId } = place;
  const askedAreaId = pointId ?? openedAreaId ?? (isDoor ? onlyAreaId : null);
  const wholeAreaId = askedAreaId === null ? null : shownId(place.areas, askedAreaId);
  const [open, setOpen] = useState<Part | null>(() => (isPocketLocked() ? 'pocket-lock' : null));
  const device = useDevice();
  const { direction: own, morePads, hand, feedback, sayCount, remote } = device;
  const direction = pointId === null ? (isLeaving && own !== 'out' ? 'both' : own) : 'in';
  const [used, setUsed] = useState(false);
  const isWhole = wholeAreaId !== null;
  // An organizer's wide screen is the control room: it shows what runs in one card, among its controls.
  const isAtDoor = isDoor || admin === undefined || isWhole;
  // Until its pads change, it says at once what has begun or ended, as a door does.
  const isTurning = !runsAs(room.snapshot.evacuation, evacuation);
  const locked = isAccountLocked || ended !== null;
  // On a wide screen the opened area always has the pads for groups and transfers, and the other cards have them if
  // they are switched on. At a door only the opened area has them, if they are switched on.
  const hasMorePads = isDoor ? isWhole && morePads : isWhole || morePads;

  useEffect(() => preloadCountingParts(() => setUsed(true)), []);

  const show = (part: typeof open) => startTransition(() => setOpen(part));
  const close = () => setOpen(null);
  const lock = () => {
    keepPocketLocked(true);
    show('pocket-lock');
  };
  const unlock = () => {
    keepPocketLocked(false);
    close();
  };
  const categories = event.categories ?? NO_CATEGORIES;
  // In an evacuation nobody is asked who leaves.
  const offered = evacuation === null ? categories : NO_CATEGORIES;
  // While something runs, only taps of what is shown are offered: others are not of what the screen says.
  const isShown = (tap: UndoableTap) => evacuation === null || place.areas.some(({ areaId }) => areaId === tap.areaId);
  const undoable = room.snapshot.undoable && isShown(room.snapshot.undoable) ? room.snapshot.undoable : null;
  const deviceButton = <DeviceButton onOpen={() => show('device')} />;

  return (
    <div
      data-whole-screen={isWhole || undefined}
      className={clsx('flex flex-1 flex-col', hand === 'left' ? 'short:pr-24' : 'short:pl-24')}
    >
      {(isAtDoor || isTurning) && (
        <LatePart when={room.snapshot.evacuation !== null}>
          <EvacuationBand room={room.snapshot} shown={evacuation} pointId={pointId} onChoosePoint={choosePoint} />
        </LatePart>
      )}
      {isAtDoor && pointId === null && (
        <LatePart when={orders.length > 0}>
          <OrderBand room={room.snapshot} event={event} />
        </LatePart>
      )}
      {!isDoor && isWhole && (
        <div className="flex items-center gap-3">
          <h1 className="mr-auto truncate text-sm font-medium text-muted">{event.eventName}</h1>
          {deviceButton}
        </div>
      )}
      {!isDoor && !isWhole && (
        <EventHeader
          event={event}
          onShare={onShare}
          menu={onChoose && EventMenu && <EventMenu eventId={event.eventId} onChoose={onChoose} />}
          device={deviceButton}
        />
      )}
      {ended && (
        <div className="mb-4 grid gap-3">
          <Notice tone="bad">{endText(ended)}</Notice>
          <Button onClick={ended === 'reload_needed' ? reloadForUpdate : () => location.reload()}>
            {texts.common.reload}
          </Button>
        </div>
      )}
      <FailureLine text={loadError} onRetry={onReload} />
      <LockedLine locked={isAccountLocked && ended === null} isTrial={subscriptionStatus === 'trialing'} />
      <Suspense>
        {door.isGone && !isWhole && !room.snapshot.remembered && <DoorGone onDevice={() => show('device')} />}
      </Suspense>
      {areas && !isDoor && !isWhole && (
        <LatePart when={alerts.length > 0}>
          <SeenAlerts alerts={inForce(room.snapshot).alerts} areas={known ?? []} />
        </LatePart>
      )}
      {!isDoor && !isWhole && control && <div className="mb-4">{control}</div>}
      {areas && isDoor && evacuation === null && <VenueLine event={event} areas={areas} live={live} />}
      {isDoor && evacuation !== null && <div className="h-2 shrink-0" />}
      {areas && !isDoor && !isWhole && evacuation === null && <VenueTotal event={event} areas={areas} live={live} />}
      {nextStep && (
        <div className={isDoor ? 'my-2' : 'mb-5'}>
          <Suspense>{nextStep}</Suspense>
        </div>
      )}
      <AreaList
        areas={areas}
        listKey={listKey}
        loadFailed={loadFailed}
        isDoor={isDoor}
        locked={locked}
        live={live}
        numbersFrom={numbersFrom}
        categories={offered}
        direction={direction}
        isLeaving={isLeaving}
        closedIds={closedAreaIds(room.snapshot)}
        meaning={pointId === null ? (isLeaving ? texts.card.stillInside : undefined) : texts.card.arrived}
        onTap={room.tap}
        onTransfer={room.transfer}
        onRetry={() => void room.refresh()}
        wholeAreaId={wholeAreaId}
        firstAreaId={door.areaId && shownId(place.areas, door.areaId)}
        onWholeScreen={pointId !== null || (openedAreaId === null && isWhole) ? undefined : showWhole}
        MorePads={hasMorePads ? MorePads : undefined}
        admin={admin}
      />
      {/* Pushes the bar to the lower edge: a list that loads must not move it from under a press. */}
      {isDoor && <div className="mt-auto" />}
      {(isDoor || (areas !== null && areas.length > 0)) && (
        <BarPlace isWhole={isWhole}>
          <CountingBar
            tap={undoable}
            categories={event.categories}
            areas={[...(areas ?? []), ...(known ?? []), ...sideAreas]}
            locked={locked}
            onUndo={room.undo}
            hasMorePadsSwitch={isDoor ? isWhole : !isWhole}
            onLock={lock}
            onMenu={isDoor ? () => show('sheet') : undefined}
          />
        </BarPlace>
      )}
      <Suspense>
        {open === 'device' && (
          <DeviceDialog eventId={event.eventId} categories={activeCategories(categories)} onClose={close} />
        )}
        {open === 'sheet' && (
          <DoorSheet
            event={event}
            areas={known ?? []}
            alerts={alerts}
            status={status}
            onClose={close}
            onShare={onShare}
            onDevice={() => show('device')}
            onChoose={onChoose}
            onAddArea={isWhole ? admin?.onAdd : undefined}
          />
        )}
      </Suspense>
      <Suspense>
        {(used || feedback || sayCount || remote) && (
          <WithoutLooking
            areas={areas}
            wholeAreaId={wholeAreaId}
            categories={offered}
            locked={locked}
            direction={direction}
          />
        )}
      </Suspense>
      {/* If the page was locked before a reload, touches must count nothing while the code of the lock loads. */}
      <Suspense fallback={<div className="fixed inset-0 z-50" />}>
        {open === 'pocket-lock' && <PocketLock onClose={unlock} />}
      </Suspense>
    </div>
  );
}

/**
 * The place of the counting bar at the lower edge of the screen. It has a fixed height from the start, so that nothing
 * appears under a thumb. An opened area ends above it. A list scrolls behind it without shining through. On a phone in
 * landscape the bar is beside the pads, in the height that the top bar with its alerts leaves.
 */
function BarPlace({ isWhole, children }: { isWhole: boolean; children: ReactNode }) {
  const { hand } = useDevice();
  return (
    <div
      className={clsx(
        isWhole ? 'relative' : 'sticky bottom-0',
        'z-10 mt-2 min-h-[calc(5rem+env(safe-area-inset-bottom))] bg-page pt-2 shadow-[0_-0.75rem_0.75rem_-0.25rem_var(--page)] short:shadow-none pb-[max(0.5rem,env(safe-area-inset-bottom))]',
        '@max-[15rem]:static short:fixed short:bottom-3 short:z-20 short:mt-0 short:flex short:max-h-[calc(100dvh-var(--bar-height)-1.25rem)] short:min-h-0 short:bg-transparent short:py-0',
        hand === 'left' ? 'short:right-3' : 'short:left-3',
      )}
    >
      <Suspense>{children}</Suspense>
    </div>
  );
}

/** Shows the name of this device and opens its settings. */
function DeviceButton({ onOpen }: { onOpen: () => void }) {
  const { deviceName, direction } = useDevice();
  return (
    <button
      type="button"
      title={texts.device.title}
      onClick={onOpen}
      className={clsx(headerButtonClass, '-mx-3 max-w-full min-w-0 forced-colors:mx-0')}
    >
      <DoorOpen aria-hidden size={18} className="shrink-0" />
      <span className="truncate">{deviceName ?? texts.device.title}</span>{' '}
      {direction !== 'both' && (
        <span className="shrink-0 rounded-full bg-sunken px-2 text-xs leading-5 text-muted">
          {texts.device.direction[direction]}
        </span>
      )}
    </button>
  );
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

interface EventHeaderProps {
  event: Event;
  /** Opens the dialog that shows others how to join. */
  onShare: () => void;
  /** The options menu of the event, for admins. */
  menu?: ReactNode;
  /** The button with the name of this device. */
  device?: ReactNode;
}

/**
 * Shows the event's name and access code above its areas. On a door's screen the name is in the bar and the rest is in
 * the sheet.
 */
function EventHeader({ event, onShare, menu, device }: EventHeaderProps) {
  return (
    <section className="pt-8 pb-6">
      <div className="flex items-start justify-between gap-3">
        <h1
          title={event.eventName}
          className="line-clamp-4 text-4xl leading-tight font-semibold tracking-tight text-balance"
        >
          {event.eventName}
        </h1>
        {menu}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-1.5 text-muted">
        <AccessCode accessCode={event.accessCode} onShare={onShare} />
        {device}
      </div>
    </section>
  );
}
