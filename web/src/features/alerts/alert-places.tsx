import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Connection } from '../../realtime/snapshot';
import { lateTexts } from '../../lib/late-texts';
import { readLastAreaId } from '../../lib/storage';
import { ConnectionBadge } from '../account/connection-badge';
import { useCalm } from '../areas/use-calm';
import { AcknowledgeButton } from './acknowledge-button';
import { ownFirst } from './alert-now';
import { guardPlace } from './guard-place';

const isIn = (alerts: readonly Alert[], { alertId }: Alert): boolean =>
  alerts.some((alert) => alert.alertId === alertId);

const isSame = (a: readonly Alert[], b: readonly Alert[]): boolean =>
  a.length === b.length && a.every((alert) => isIn(b, alert));

export interface OpenAlerts {
  eventId: string;
  /** Those that nobody has seen, the worst first. */
  unseen: readonly Alert[];
  areas: readonly Area[];
  connection: Connection;
}

export interface AlertRowProps extends Pick<OpenAlerts, 'eventId' | 'areas'> {
  alert: Alert;
  /** That the connection is lost, where the row is to say so. */
  lost: ReactNode;
  /** Shows the others, or puts them away. */
  more: ReactNode;
}

interface AlertPlacesProps extends OpenAlerts {
  Row: ComponentType<AlertRowProps>;
}

/**
 * While somebody counts, a new alert lies over the bar itself and moves nothing; it gets a place below the bar, and leaves
 * it, once nobody does. Where it covers the badge that says that the connection is lost, its row says so.
 */
export function AlertPlaces({ unseen, connection, Row, ...about }: AlertPlacesProps) {
  const calm = useCalm();
  const [placed, setPlaced] = useState<readonly Alert[]>([]);
  const [isOpen, setOpen] = useState(false);
  if (calm && !isSame(placed, unseen)) {
    setPlaced(ownFirst(unseen, readLastAreaId()));
    if (unseen.length < 2) setOpen(false);
  }
  const fresh = unseen.find((alert) => !isIn(placed, alert));
  const open = placed.filter((alert) => isIn(unseen, alert));
  // One that is over hides none that is not; what is listed stays where it is.
  const shown = isOpen ? placed : [...open, ...placed.filter((alert) => !isIn(unseen, alert))].slice(0, 1);
  const more = open.length > 1 && (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      // As low as its line; its surface reaches as far as a thumb needs.
      className="touch-pad relative font-semibold whitespace-nowrap underline underline-offset-2 before:absolute before:-right-1 before:-left-6 before:-top-7 before:-bottom-2"
    >
      {isOpen ? (
        lateTexts.alert.fewer
      ) : (
        <>
          <span aria-hidden>+{open.length - 1}</span>
          <span className="sr-only">{lateTexts.alert.more(open.length - 1)}</span>
        </>
      )}
    </button>
  );
  // To screen readers the badge is not covered.
  const lost = connection !== 'connected' && (
    <span aria-hidden className="mt-0.5 flex">
      <ConnectionBadge connection={connection} />
    </span>
  );
  return (
    <>
      {fresh && (
        <div className="absolute inset-x-0 top-0 z-10 @max-[15rem]:fixed @max-[15rem]:z-30">
          <Place key={fresh.alertId}>
            <Row alert={fresh} lost={lost} more={null} {...about} />
          </Place>
        </div>
      )}
      {placed.length > 0 && (
        <div className="top-0 z-30 max-h-[50dvh] overflow-y-auto @max-[15rem]:sticky">
          {shown.map((alert, index) => (
            <Place key={alert.alertId} isOver={!isIn(unseen, alert)}>
              <Row alert={alert} lost={null} more={index === 0 && more} {...about} />
            </Place>
          ))}
          {isOpen && open.length > 1 && (
            <div className="safe-x mx-auto flex w-full max-w-6xl bg-page py-1">
              <AcknowledgeButton eventId={about.eventId} alertIds={open.map(({ alertId }) => alertId)} />
            </div>
          )}
        </div>
      )}
    </>
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
    <div ref={own} className={clsx('bg-page', isOver && 'invisible')}>
      {children}
    </div>
  );
}
