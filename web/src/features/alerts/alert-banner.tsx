import { clsx } from 'clsx';
import {
  type FocusEventHandler,
  type ReactNode,
  useCallback,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { dialogTexts } from '../../texts/dialog-texts';
import { readLastAreaId } from '../../session/storage';
import { ChevronDown } from '../../ui/icons/arrows';
import { useNoRecentTaps } from '../counting/press/use-no-recent-taps';
import { AcknowledgeButton } from './acknowledge-button';
import { BannerRow } from './banner-row';
import { guardedRow } from '../in-force/guard-place';
import { useAlarm } from './use-alarm';

const isIn = (alerts: readonly Alert[], { alertId }: Alert): boolean =>
  alerts.some((alert) => alert.alertId === alertId);

const isSame = (a: readonly Alert[], b: readonly Alert[]): boolean =>
  a.length === b.length && a.every((alert) => isIn(b, alert));

/** Sorts the alerts of the device's own area first, because the device can stop people there. */
const ownFirst = (alerts: readonly Alert[], ownAreaId: string | null): Alert[] =>
  ownAreaId === null
    ? [...alerts]
    : alerts.toSorted((a, b) => Number(b.areaId === ownAreaId) - Number(a.areaId === ownAreaId));

/** The places on the screen in which alerts are shown. */
export interface AlertPlace {
  /**
   * The element in the top bar in which an alert is shown without covering or moving anything. Null until it is laid
   * out.
   */
  slot: HTMLElement | null;
  isDoor: boolean;
}

export interface OpenAlerts extends AlertPlace {
  eventId: string;
  /** Unacknowledged alerts, the worst first. */
  unseen: readonly Alert[];
  areas: readonly Area[];
}

/**
 * Shows the unacknowledged alerts in the top bar, and plays the alarm for them.
 * At a door the most important alert has its own line in the top bar. The other alerts open below the bar on request.
 * On a wide screen a new alert appears in the bar while somebody counts. When nobody counts, alerts move below the bar,
 * and ended alerts disappear.
 */
export function AlertBanner({ unseen, slot, isDoor, eventId, areas }: OpenAlerts) {
  useAlarm(unseen);
  const about = { eventId, areas };
  const calm = useNoRecentTaps();
  const [placed, setPlaced] = useState<readonly Alert[]>([]);
  const [isOpen, setOpen] = useState(false);
  // An alert that ends by itself must not take the button away with which the press can be undone.
  const [waits, setWaits] = useState(false);
  const own = useRef<HTMLDivElement>(null);
  const onFocus = useFocusOfGone(own, slot);
  const place = () => setPlaced(ownFirst(unseen, readLastAreaId()));
  if (calm && !isSame(placed, unseen)) place();
  if (calm && isOpen && unseen.length < 2 && !waits) setOpen(false);
  const fresh = unseen.find((alert) => !isIn(placed, alert));
  const open = placed.filter((alert) => isIn(unseen, alert));
  const inSlot = fresh ?? (isDoor ? open[0] : undefined);
  // An alert that has ended must not hide an open alert. The list keeps its position and its length.
  const others = isOpen
    ? placed.filter(({ alertId }) => !isDoor || alertId !== inSlot?.alertId).slice(0, placed.length - Number(isDoor))
    : [...open, ...placed.filter((alert) => !isIn(unseen, alert))].slice(0, isDoor ? 0 : 1);
  const all = (isDoor ? unseen : open).length;
  const more = all > 1 && (
    <MoreButton
      alerts={all}
      isOpen={isOpen}
      onPress={() => {
        place();
        setOpen(!isOpen);
      }}
    />
  );
  return (
    <div ref={own} className="contents" onFocus={onFocus}>
      {slot &&
        inSlot &&
        createPortal(
          <Place key={inSlot.alertId}>
            <BannerRow alert={inSlot} inSlot more={isDoor && more} {...about} />
          </Place>,
          slot,
        )}
      {(others.length > 0 || waits) && (
        <div className="max-h-[50dvh] overflow-y-auto">
          {others.map((alert, index) => (
            <Place key={alert.alertId} isOver={!isIn(unseen, alert)}>
              <BannerRow alert={alert} inSlot={false} more={!isDoor && index === 0 && more} {...about} />
            </Place>
          ))}
          {isOpen && (placed.length > 1 || waits) && (
            <div
              className={clsx(
                'safe-x mx-auto flex w-full max-w-6xl bg-page py-1',
                open.length < 2 && !waits && 'invisible',
              )}
            >
              <AcknowledgeButton eventId={eventId} alertIds={open.map(({ alertId }) => alertId)} onWaits={setWaits} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

interface MoreButtonProps {
  alerts: number;
  isOpen: boolean;
  onPress: () => void;
}

/** Shows or hides the other alerts. A press anywhere on the words of its row does the same. */
function MoreButton({ alerts, isOpen, onPress }: MoreButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onPress}
      className="touch-pad flex items-center gap-0.5 rounded-full border border-current/40 pe-1 ps-2 text-sm font-semibold whitespace-nowrap before:absolute before:inset-x-0 before:-inset-y-1 @md:absolute @md:inset-y-0 @md:end-0 @md:my-auto @md:min-h-11 @md:pe-2.5 @md:ps-4"
    >
      <span className="sr-only @md:not-sr-only">{dialogTexts.alert.all(alerts)}</span>
      <span aria-hidden className="@md:hidden">
        {dialogTexts.alert.first(alerts)}
      </span>
      <ChevronDown size={16} className={clsx('shrink-0', isOpen && 'rotate-180')} />
    </button>
  );
}

/** Contains the row of one alert. */
function Place({ isOver = false, children }: { isOver?: boolean; children: ReactNode }) {
  return (
    <div ref={guardedRow} className={clsx('h-full rounded-[inherit] bg-page', isOver && 'invisible')}>
      {children}
    </div>
  );
}

const isGone = (element: Element): boolean => !element.isConnected || element.closest('.invisible') !== null;

/**
 * Returns the row of an alert that is still open, otherwise the heading of the page. Neither reacts when a key is
 * pressed again.
 */
function successorIn(places: readonly (Element | null)[]): HTMLElement | null {
  const rows = places.flatMap((place) => [...(place?.querySelectorAll<HTMLElement>('[data-tone]') ?? [])]);
  return rows.find((row) => !isGone(row)) ?? document.querySelector('h1');
}

/**
 * Moves the focus when the focused alert disappears, because this device or another acknowledged it. The next alert
 * gets the focus, otherwise the page's heading. Without this, a keyboard or screen reader would start again from the
 * top of the page. The page does not scroll.
 * @param slot the element that holds the alerts that are not in `own`
 */
function useFocusOfGone(own: RefObject<Element | null>, slot: Element | null): FocusEventHandler {
  const focused = useRef<Element | null>(null);

  useLayoutEffect(() => {
    const was = focused.current;
    if (!was || !isGone(was)) return;
    focused.current = null;
    // Somebody has moved the focus elsewhere.
    if (document.activeElement !== document.body && document.activeElement !== was) return;
    const successor = successorIn([slot, own.current]);
    if (!successor) return;
    successor.tabIndex = -1;
    successor.focus({ preventScroll: true });
  });

  return useCallback(({ target }) => {
    focused.current = target;
  }, []);
}
