import { clsx } from 'clsx';
import { memo, type ReactNode, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { venueLowBy } from '../../../../src/shared/rules/venue-capacity';
import { formatCount, formatRecent } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';
import { alertListPath, paths } from '../../urls/paths';
import { useMay } from '../../session/may';
import { keepSelectedEventId } from '../../session/storage';
import { texts } from '../../texts/texts';
import { connectionState } from '../../realtime/connection-state';
import { useRealtime } from '../../realtime/hooks';
import { Button, buttonClass, iconButtonClass } from '../../ui/button';
import { BellRing } from '../../ui/icons/alerts';
import { ArrowRight } from '../../ui/icons/arrows';
import { Link } from '../../ui/link';
import { Disclosure } from '../../ui/overlays/disclosure';
import { withTexts } from '../../texts/later-texts';
import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';
import { Spinner } from '../../ui/spinner';
import { RetryNotice } from '../../ui/load-failed';
import { mayEvacuate } from '../counting/areas/may-evacuate';
import { CategoryFigures } from '../counting/categories/category-figures';
import { venueCategories } from '../counting/categories/shown-categories';
import { AlertLines } from './alert-lines';
import { inForce } from '../in-force/in-force';
import { DevicesButton } from '../devices/devices-button';
import { OccupancyFigures } from './occupancy-figures';
import type { EventSummary } from './event-summary';
import type { OnScreen } from './use-live-events';

const Nothing = () => null;

/** Loaded, like the plan, only when somebody opens it: the overview may show hundreds of events. */
const PlanBrief = lazyComponent(
  async () => (await withTexts(import('../capacity/plan-brief'), 'capacity')).PlanBrief,
  Nothing,
);

/** It shows nothing before its own answer has come. */
const EventTrust = lazyComponent(async () => (await import('../counting/areas/number-trust')).EventTrust, Nothing);
const EvacuationState = lazyComponent(
  async () => (await import('../evacuation/evacuation-state')).EvacuationState,
  Nothing,
);
const EvacuationDialog = lazyComponent(
  async () => (await import('../evacuation/evacuation-dialog')).EvacuationDialog,
  MissingDialog,
);
const OrderStates = lazyComponent(async () => (await import('../orders/order-states')).OrderStates, Nothing);
const OrdersDialog = lazyComponent(async () => (await import('../orders/orders-dialog')).OrdersDialog, MissingDialog);

interface EventPanelProps {
  summary: EventSummary;
  /** Always the same function. */
  onScreen: OnScreen;
}

/** One event on the overview: the number of the whole venue, what is in force, then each area. */
export const EventPanel = memo(function EventPanel({ summary, onScreen }: EventPanelProps) {
  const { event, room } = summary;
  const { live, numbersFrom } = connectionState(room, 0);
  const running = room.evacuation;
  const isEvacuating = running?.isDrill === false;
  const panel = useRef<HTMLElement>(null);
  const { eventId } = event;
  const mayControl = useMay('control', eventId);
  const [open, setOpen] = useState<'orders' | 'evacuation' | null>(null);
  const show = (dialog: typeof open) => startTransition(() => setOpen(dialog));
  const close = () => setOpen(null);

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => onScreen(eventId, entries.at(-1)?.isIntersecting ?? false));
    if (panel.current) observer.observe(panel.current);
    return () => {
      observer.disconnect();
      onScreen(eventId, false);
    };
  }, [eventId, onScreen]);

  const evacuation = (
    <Suspense>
      <EvacuationState eventId={eventId} room={room} onOpen={() => show('evacuation')} />
    </Suspense>
  );
  const lines = (
    <>
      {room.orders.length > 0 && (
        <Suspense>
          <OrderStates eventId={eventId} areas={room.areas ?? []} />
        </Suspense>
      )}
      <AlertLines eventId={eventId} alerts={inForce(room).alerts} areas={room.areas ?? []} />
    </>
  );

  return (
    <article
      ref={panel}
      aria-label={event.eventName}
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-card bg-surface p-5 shadow-lift',
        isEvacuating && 'outline-4 outline-bad',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2
          title={event.eventName}
          className="line-clamp-2 min-w-0 flex-1 basis-40 pt-1.5 text-xl leading-snug font-semibold tracking-tight"
        >
          {event.eventName}
        </h2>
        <Link
          to={alertListPath(eventId)}
          aria-label={dialogTexts.overview.alertsOf(event.eventName)}
          title={dialogTexts.overview.alertsOf(event.eventName)}
          className={iconButtonClass()}
        >
          <BellRing size={20} />
        </Link>
        <Link
          to={paths.app}
          onClick={() => keepSelectedEventId(event.eventId)}
          aria-label={dialogTexts.overview.openEvent(event.eventName)}
          className={buttonClass('quiet', 'min-h-11 shrink-0 px-4 text-sm')}
        >
          {dialogTexts.overview.open}
          <ArrowRight size={16} />
        </Link>
      </div>
      <Age isResting={summary.isResting || room.connection === 'connecting'} live={live} numbersFrom={numbersFrom} />
      <DevicesButton
        event={event}
        missed={summary.missed ?? 0}
        className="min-h-11 justify-self-start text-start text-sm font-semibold text-bad underline underline-offset-2"
      />
      {running !== null && evacuation}
      {/* While people leave, how full a place is means nothing: what remains in each area is said above. */}
      {isEvacuating ? (
        lines
      ) : (
        <Crowds summary={summary} live={live}>
          {lines}
        </Crowds>
      )}
      <div className="flex flex-wrap gap-2">
        {running === null && !summary.isResting && mayEvacuate(room.areas) && evacuation}
        {mayControl && (
          <Button
            variant="quiet"
            aria-label={dialogTexts.overview.ordersOf(event.eventName)}
            onClick={() => show('orders')}
            className="shrink-0 px-4 text-sm"
          >
            {dialogTexts.overview.orders}
          </Button>
        )}
      </div>
      <Suspense>
        {open === 'orders' && <OrdersDialog event={event} onClose={close} />}
        {open === 'evacuation' && <EvacuationDialog event={event} onClose={close} />}
      </Suspense>
    </article>
  );
});

interface AgeProps {
  /** Whether the event has no connection because it needs none at present. */
  isResting: boolean;
  live: boolean;
  /** When the numbers were right, epoch ms; null if they are right now, or if there are none. */
  numbersFrom: number | null;
}

/** Says how old numbers are that are not those of the present. */
function Age({ isResting, live, numbersFrom }: AgeProps) {
  if (live) return null;
  const words = dialogTexts.overview;
  const moment = numbersFrom === null ? null : formatRecent(numbersFrom);
  if (isResting) return moment !== null && <p className="text-sm text-muted">{words.asOf(moment)}</p>;
  return (
    <p className="text-sm font-semibold text-bad">{moment === null ? words.noConnection : words.lastKnown(moment)}</p>
  );
}

/** What the venue's capacity is: the sum of the areas, or less than what is allowed, by the safety margin. */
function capacityNoteOf({ isSumOfAreas, capacity, allowed }: EventSummary): string | null {
  if (isSumOfAreas) return dialogTexts.overview.sumOfAreas;
  return allowed === undefined || allowed === capacity ? null : dialogTexts.overview.allowed(formatCount(allowed));
}

/** The numbers of the venue and of each area, with what is in force between them. */
function Crowds({ summary, live, children }: { summary: EventSummary; live: boolean; children: ReactNode }) {
  const { event, room, occupancy, capacity, allowed, total, movements } = summary;
  const realtime = useRealtime();
  if (room.loadFailed) {
    return (
      <div className="grid justify-items-start gap-3">
        <RetryNotice text={texts.areas.loadFailed} onRetry={() => void realtime.refresh(event.eventId)} />
        {children}
      </div>
    );
  }
  if (!room.areas || occupancy === null) {
    return (
      <>
        <Spinner label={texts.areas.loading} />
        {children}
      </>
    );
  }
  if (room.areas.length === 0) {
    return (
      <>
        <p className="text-muted">{texts.areas.none}</p>
        {children}
      </>
    );
  }
  const counts = venueCategories(room.areas);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <OccupancyFigures
          name={dialogTexts.overview.wholeVenue}
          occupancy={occupancy}
          lowBy={venueLowBy(room.areas)}
          capacity={capacity}
          allowed={allowed}
          capacityNote={capacityNoteOf(summary)}
          movement={total}
          live={live}
          large
        />
        {!summary.isResting && (
          <Disclosure summary={dialogTexts.overview.plan}>
            {() => (
              <Suspense fallback={<Spinner />}>
                <PlanBrief event={event} occupancy={occupancy} outs={total?.rates.outs ?? null} />
              </Suspense>
            )}
          </Disclosure>
        )}
        <Suspense>
          <EventTrust
            eventId={event.eventId}
            areas={room.areas}
            isAsked={!summary.isResting && room.isOpened && room.connection !== 'connecting'}
          />
        </Suspense>
        {counts && event.categories && (
          <div className="max-w-xl pt-3">
            <CategoryFigures
              name={dialogTexts.overview.wholeVenue}
              categories={event.categories}
              counts={counts}
              occupancy={occupancy}
              live={live}
            />
          </div>
        )}
      </div>
      {children}
      <ul className="border-t border-line pt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-5">
        {room.areas.map((area) => (
          <li key={area.areaId}>
            <OccupancyFigures
              name={area.areaName}
              occupancy={area.currentOccupancy}
              lowBy={area.mayBeLowBy ?? 0}
              capacity={area.capacity === 0 ? null : area.capacity}
              movement={movements.get(area.areaId) ?? null}
              live={live}
            />
            {area.categories && event.categories && room.areas?.length !== 1 && (
              <div className="pt-1.5">
                <CategoryFigures
                  name={area.areaName}
                  categories={event.categories}
                  counts={area.categories}
                  occupancy={area.currentOccupancy}
                  live={live}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
