import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { lateTexts } from '../../lib/late-texts';
import { readLastAreaId } from '../../lib/storage';
import { ChevronDown } from '../../ui/icons/chevron-down';
import { useCalm } from '../areas/use-calm';
import { AcknowledgeButton } from './acknowledge-button';
import { ownFirst } from './alert-now';
import { guardPlace } from './guard-place';
import { useFocusOfGone } from './use-focus-of-gone';

const isIn = (alerts: readonly Alert[], { alertId }: Alert): boolean =>
  alerts.some((alert) => alert.alertId === alertId);

const isSame = (a: readonly Alert[], b: readonly Alert[]): boolean =>
  a.length === b.length && a.every((alert) => isIn(b, alert));

/** Where alerts are told. */
export interface AlertPlace {
  /** In the bar at the top: what is told there covers nothing and moves nothing. null until it is laid out. */
  slot: HTMLElement | null;
  isDoor: boolean;
}

export interface OpenAlerts extends AlertPlace {
  eventId: string;
  /** Those that nobody has seen, the worst first. */
  unseen: readonly Alert[];
  areas: readonly Area[];
}

export interface AlertRowProps extends Pick<OpenAlerts, 'eventId' | 'areas'> {
  alert: Alert;
  inSlot: boolean;
  /** Shows the others, or puts them away. */
  more: ReactNode;
}

interface AlertPlacesProps extends OpenAlerts {
  Row: ComponentType<AlertRowProps>;
}

/**
 * At a door the alert that matters most stands in the bar's own line for it, and the others below the bar where somebody asks for
 * them. On a wide screen a new one stands in the bar while somebody counts; it gets a place below the bar, and leaves it, once
 * nobody does.
 */
export function AlertPlaces({ unseen, slot, isDoor, Row, ...about }: AlertPlacesProps) {
  const calm = useCalm();
  const [placed, setPlaced] = useState<readonly Alert[]>([]);
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLDivElement>(null);
  const onFocus = useFocusOfGone(own, slot);
  const place = () => setPlaced(ownFirst(unseen, readLastAreaId()));
  if (calm && !isSame(placed, unseen)) {
    place();
    if (unseen.length < 2) setOpen(false);
  }
  const fresh = unseen.find((alert) => !isIn(placed, alert));
  const open = placed.filter((alert) => isIn(unseen, alert));
  const inSlot = fresh ?? (isDoor ? open[0] : undefined);
  // One that is over hides none that is not; what is listed stays where it is, and is as many.
  const others = isOpen
    ? placed.filter(({ alertId }) => !isDoor || alertId !== inSlot?.alertId).slice(0, placed.length - Number(isDoor))
    : [...open, ...placed.filter((alert) => !isIn(unseen, alert))].slice(0, isDoor ? 0 : 1);
  const hidden = (isDoor ? unseen : open).length - 1;
  const more = hidden > 0 && (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => {
        place();
        setOpen(!isOpen);
      }}
      // As low as its line; its surface reaches as far as a thumb needs.
      className="touch-pad relative font-semibold whitespace-nowrap underline underline-offset-2 before:absolute before:-right-1 before:-left-6 before:-top-7 before:-bottom-2"
    >
      {/* No words: the number beside it has to keep its place. */}
      {isOpen ? <ChevronDown aria-hidden size={18} className="rotate-180" /> : <span aria-hidden>+{hidden}</span>}
      <span className="sr-only">{isOpen ? lateTexts.alert.fewer : lateTexts.alert.more(hidden)}</span>
    </button>
  );
  return (
    <div ref={own} className="contents" onFocus={onFocus}>
      {slot &&
        inSlot &&
        createPortal(
          <Place key={inSlot.alertId}>
            <Row alert={inSlot} inSlot more={isDoor && more} {...about} />
          </Place>,
          slot,
        )}
      {others.length > 0 && (
        <div className="max-h-[50dvh] overflow-y-auto">
          {others.map((alert, index) => (
            <Place key={alert.alertId} isOver={!isIn(unseen, alert)}>
              <Row alert={alert} inSlot={false} more={!isDoor && index === 0 && more} {...about} />
            </Place>
          ))}
          {isOpen && placed.length > 1 && (
            <div className={clsx('safe-x mx-auto flex w-full max-w-6xl bg-page py-1', open.length < 2 && 'invisible')}>
              <AcknowledgeButton eventId={about.eventId} alertIds={open.map(({ alertId }) => alertId)} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** Where an alert stands. When it goes, others move up and the page with them: none of that takes the press that was meant for it. */
function Place({ isOver = false, children }: { isOver?: boolean; children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const all = own.current?.parentElement;
    return () => {
      if (all) guardPlace(all.getBoundingClientRect());
    };
  }, []);
  return (
    <div ref={own} className={clsx('h-full rounded-[inherit] bg-page', isOver && 'invisible')}>
      {children}
    </div>
  );
}
