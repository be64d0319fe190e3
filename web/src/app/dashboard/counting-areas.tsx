import { clsx } from 'clsx';
import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { isCountingAllowed, type SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import type { Event } from '../../../../src/shared/schemas/event';
import { type AreaAdmin, AreaList } from '../../features/areas/area-list';
import { FailureLine } from '../../features/areas/failure-line';
import { VenueTotal } from '../../features/counting/venue-total';
import { DeviceButton } from '../../features/device/device-button';
import { EventHeader } from '../../features/events/event-header';
import { useDevice } from '../../lib/device';
import { reloadPatiently } from '../../lib/patient-reload';
import { isPocketLocked, keepPocketLocked } from '../../lib/storage';
import { texts } from '../../lib/app-texts';
import { connectionState } from '../../realtime/connection-state';
import type { EndReason } from '../../realtime/snapshot';
import type { Room } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { useHasBeen } from '../../ui/use-has-been';
import { CountingBar, DeviceDialog, MorePads, PocketLock, preloadCountingParts, SeenAlerts } from './counting-parts';
import { LockedLine } from './locked-line';
import { useWholeArea } from './use-whole-area';

const endText = (reason: EndReason): string =>
  ({
    reload_needed: texts.realtime.reloadNeeded,
    replaced: texts.realtime.replaced,
    refused: texts.realtime.refused,
  })[reason];

export interface CountingAreasProps {
  room: Room;
  event: Event;
  /** An answer with an error in place of the event, which stays; null without one. */
  loadError: string | null;
  onReload: () => void;
  /** Shows others the way in. */
  onShare: () => void;
  /** The event's options menu, for those who may change it. */
  menu?: ReactNode;
  status: SubscriptionStatus | null;
  /** Another value mounts the cards afresh. */
  listKey?: number | undefined;
  admin?: AreaAdmin;
}

/** An event to count in, live. What the room says about the lock is newer than what the session said. */
export function CountingAreas(props: CountingAreasProps) {
  const { room, event, loadError, onReload, onShare, menu, status, listKey, admin } = props;
  const { areas, alerts, loadFailed, countingAllowed, ended } = room.snapshot;
  const isAccountLocked = !(countingAllowed ?? isCountingAllowed(status));
  const { live, numbersFrom } = connectionState(room.snapshot, 0);
  const [wholeAreaId, showWhole] = useWholeArea();
  const [open, setOpen] = useState<'device' | 'pocket-lock' | null>(() => (isPocketLocked() ? 'pocket-lock' : null));
  const { morePads, hand } = useDevice();
  const hadAlerts = useHasBeen(alerts.length > 0);
  const locked = isAccountLocked || ended !== null;
  const isWhole = wholeAreaId !== null;

  useEffect(preloadCountingParts, []);

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
  const deviceButton = <DeviceButton onOpen={() => show('device')} />;

  return (
    <div
      data-whole-screen={isWhole || undefined}
      className={clsx('flex flex-1 flex-col', hand === 'left' ? 'short:pr-18' : 'short:pl-18')}
    >
      {isWhole ? (
        <div className="flex items-center gap-3 max-md:-mt-4 short:mt-0">
          <h1 className="mr-auto truncate text-sm font-medium text-muted">{event.eventName}</h1>
          {deviceButton}
        </div>
      ) : (
        <EventHeader event={event} onShare={onShare} menu={menu} device={deviceButton} />
      )}
      {ended && (
        <div className="mb-4 grid gap-3">
          <Notice tone="bad">{endText(ended)}</Notice>
          <Button onClick={ended === 'reload_needed' ? reloadPatiently : () => location.reload()}>
            {texts.common.reload}
          </Button>
        </div>
      )}
      <FailureLine text={loadError} onRetry={onReload} />
      <LockedLine locked={isAccountLocked && ended === null} />
      {areas && !isWhole && hadAlerts && (
        <Suspense>
          <SeenAlerts alerts={alerts} areas={areas} />
        </Suspense>
      )}
      {areas && !isWhole && <VenueTotal event={event} areas={areas} live={live} />}
      <AreaList
        areas={areas}
        listKey={listKey}
        loadFailed={loadFailed}
        locked={locked}
        live={live}
        numbersFrom={numbersFrom}
        onTap={room.tap}
        onTransfer={room.transfer}
        onRetry={() => void room.refresh()}
        wholeAreaId={wholeAreaId}
        onWholeScreen={showWhole}
        MorePads={isWhole || morePads ? MorePads : undefined}
        admin={admin}
      />
      {areas && areas.length > 0 && (
        <BarPlace isWhole={isWhole}>
          <CountingBar
            tap={room.snapshot.undoable}
            areas={areas}
            locked={locked}
            onUndo={room.undo}
            hasMorePadsSwitch={!isWhole}
            onLock={lock}
          />
        </BarPlace>
      )}
      <Suspense>{open === 'device' && <DeviceDialog onClose={close} />}</Suspense>
      {/* After a reload touches count nothing before its code is there either. */}
      <Suspense fallback={<div className="fixed inset-0 z-50" />}>
        {open === 'pocket-lock' && <PocketLock onClose={unlock} />}
      </Suspense>
    </div>
  );
}

/**
 * The bar's place at the screen's lower edge, there from the start and of one height: whatever comes into it comes up under no
 * thumb. The whole screen ends above it. A list scrolls below it, and nothing of its pads shines through. On a phone that lies
 * on its side it stands beside the pads, and no higher than the bar at the top, with its alerts, leaves room for.
 */
function BarPlace({ isWhole, children }: { isWhole: boolean; children: ReactNode }) {
  const { hand } = useDevice();
  return (
    <div
      className={clsx(
        isWhole ? 'relative' : 'sticky bottom-0',
        'z-10 mt-2 min-h-[calc(5rem+env(safe-area-inset-bottom))] bg-page pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]',
        '@max-[15rem]:static short:fixed short:bottom-3 short:z-20 short:mt-0 short:flex short:max-h-[calc(100dvh-var(--bar-height)-1.25rem)] short:min-h-0 short:bg-transparent short:py-0',
        hand === 'left' ? 'short:right-3' : 'short:left-3',
      )}
    >
      <Suspense>{children}</Suspense>
    </div>
  );
}
