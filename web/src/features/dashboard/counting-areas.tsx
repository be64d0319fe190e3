import { clsx } from 'clsx';
import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { useDevice } from '../../device/device';
import { reloadForUpdate } from '../../offline/reload-for-update';
import type { EndReason } from '../../realtime/view/snapshot';
import { isPocketLocked, keepPocketLocked } from '../../session/storage';
import { texts } from '../../texts/app-texts';
import { Button } from '../../ui/button';
import { LatePart } from '../../ui/late-part';
import { Notice } from '../../ui/notice';
import { AreaList } from '../counting/areas/area-list';
import { FailureLine } from '../counting/areas/failure-line';
import { activeCategories, NO_CATEGORIES } from '../counting/categories/active-categories';
import { inForce } from '../in-force/in-force';
import { closedAreaIds } from '../orders/door-orders';
import type { CountingAreasProps } from './counting-areas-props';
import {
  CountingBar,
  DeviceDialog,
  DoorGone,
  DoorSheet,
  EvacuationBand,
  OrderBand,
  PocketLock,
  preloadCountingParts,
  WithoutLooking,
} from './counting-parts';
import { DoorFacts } from './door/door-facts';
import { LockedLine } from './notices/locked-line';
import { useCountingScreen } from './use-counting-screen';
import { WideFacts, WideHead } from './wide-facts';

const endText = (reason: EndReason): string =>
  ({
    reload_needed: texts.realtime.reloadNeeded,
    replaced: texts.realtime.replaced,
    refused: texts.realtime.refused,
  })[reason];

type Part = 'device' | 'sheet' | 'pocket-lock';

/**
 * The live screen of an event, where people count. If the room has said whether the account is locked, that is used,
 * because the session's status may be older.
 */
export function CountingAreas(props: CountingAreasProps) {
  const { room, event, loadError, mayCount, onReload, onShare, onChoose, status, listKey, admin, nextStep } = props;
  const { control, orderLines } = props;
  const { snapshot } = room;
  const { areas: known, sideAreas, orders, loadFailed, subscriptionStatus, ended } = snapshot;
  const screen = useCountingScreen(props);
  const { isWhole, evacuation, pointId, isAccountLocked, list } = screen;
  const { areas, isDoor, wholeAreaId, locked, categories, direction } = list;
  const [open, setOpen] = useState<Part | null>(() => (isPocketLocked() ? 'pocket-lock' : null));
  const [used, setUsed] = useState(false);
  const { hand, feedback, sayCount, remote } = useDevice();

  useEffect(() => preloadCountingParts(() => setUsed(true)), []);

  const show = (part: typeof open) => startTransition(() => setOpen(part));
  const close = () => setOpen(null);
  const showDevice = () => show('device');
  const lock = () => {
    keepPocketLocked(true);
    show('pocket-lock');
  };
  const unlock = () => {
    keepPocketLocked(false);
    close();
  };
  const layout = { ...props, screen, onDevice: showDevice };

  return (
    <div
      data-whole-screen={isWhole || undefined}
      className={clsx('flex flex-1 flex-col', hand === 'left' ? 'short:pr-24' : 'short:pl-24')}
    >
      <LatePart when={snapshot.evacuation !== null}>
        {screen.showsEvacuation && (
          <EvacuationBand room={snapshot} shown={evacuation} pointId={pointId} onChoosePoint={screen.choosePoint} />
        )}
      </LatePart>
      {screen.isAtDoor && mayCount && pointId === null && (
        <LatePart when={orders.length > 0}>
          <OrderBand room={snapshot} event={event} />
        </LatePart>
      )}
      {!isDoor && <WideHead {...layout} />}
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
      <Suspense>{screen.isDoorGone && <DoorGone onDevice={showDevice} />}</Suspense>
      {!isDoor && <WideFacts {...layout} />}
      {/* One place in all layouts: when the layout changes, the Undo of an order's end stays. */}
      <div className={isDoor || isWhole ? 'contents' : 'mb-2 grid grid-cols-[minmax(0,1fr)] gap-2 empty:m-0'}>
        {!isDoor && !isWhole && control}
        {(!isDoor || pointId === null) && orderLines}
      </div>
      {isDoor && <DoorFacts {...layout} />}
      {nextStep && (
        <div className={isDoor ? 'my-2' : 'mb-5'}>
          <Suspense>{nextStep}</Suspense>
        </div>
      )}
      <AreaList
        {...list}
        listKey={listKey}
        loadFailed={loadFailed}
        closedIds={closedAreaIds(snapshot)}
        onTap={mayCount ? room.tap : undefined}
        onTransfer={room.transfer}
        onRetry={() => void room.refresh()}
        admin={admin}
      />
      {/* Pushes the bar to the lower edge: a list that loads must not move it from under a press. */}
      {isDoor && <div className="mt-auto" />}
      {(isDoor || (mayCount && areas !== null && areas.length > 0)) && (
        <BarPlace isWhole={isWhole}>
          <CountingBar
            tap={screen.undoable}
            categories={event.categories}
            areas={[...(areas ?? []), ...(known ?? []), ...sideAreas]}
            locked={locked}
            onUndo={room.undo}
            mayCount={mayCount}
            hasMorePadsSwitch={screen.hasMorePadsSwitch}
            onLock={lock}
            onMenu={isDoor ? () => show('sheet') : undefined}
          />
        </BarPlace>
      )}
      <Suspense>
        {open === 'device' && (
          <DeviceDialog
            eventId={event.eventId}
            categories={activeCategories(event.categories ?? NO_CATEGORIES)}
            onClose={close}
          />
        )}
        {open === 'sheet' && (
          <DoorSheet
            event={event}
            areas={known}
            alerts={inForce(snapshot).alerts}
            isEvacuating={snapshot.evacuation !== null}
            status={status}
            onClose={close}
            onShare={onShare}
            onDevice={showDevice}
            onChoose={onChoose}
            onAddArea={admin?.onAdd}
          />
        )}
      </Suspense>
      <Suspense>
        {mayCount && (used || feedback || sayCount || remote) && (
          <WithoutLooking
            areas={areas}
            wholeAreaId={wholeAreaId}
            categories={categories}
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
 * appears under a thumb. An opened area ends above it or, with very large text, scrolls behind it, as a list does. On a
 * phone in landscape the bar is beside the pads, in the height that the top bar with its alerts leaves.
 */
function BarPlace({ isWhole, children }: { isWhole: boolean; children: ReactNode }) {
  const { hand } = useDevice();
  return (
    <div
      className={clsx(
        isWhole ? 'relative roomy:@max-[15rem]:sticky roomy:bottom-0' : 'sticky bottom-0 @max-[15rem]:static',
        'z-10 mt-2 min-h-[calc(5rem+env(safe-area-inset-bottom))] bg-page pt-2 shadow-[0_-0.75rem_0.75rem_-0.25rem_var(--page)] short:shadow-none pb-[max(0.5rem,env(safe-area-inset-bottom))]',
        'short:fixed short:bottom-3 short:z-20 short:mt-0 short:flex short:max-h-[calc(100dvh-var(--bar-height)-1.25rem)] short:min-h-0 short:bg-transparent short:py-0',
        hand === 'left' ? 'short:right-3' : 'short:left-3',
      )}
    >
      <Suspense>{children}</Suspense>
    </div>
  );
}
