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

const isSame = (a: readonly Alert[], b: readonly Alert[]): boolean =>
  a.length === b.length && a.every(({ alertId }, i) => alertId === b[i]?.alertId);

const isIn = (alerts: readonly Alert[], { alertId }: Alert): boolean =>
  alerts.some((alert) => alert.alertId === alertId);

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
  if (calm && !isSame(placed, unseen)) setPlaced(unseen);
  const [isOpen, setOpen] = useState(false);
  const fresh = unseen.find((alert) => !isIn(placed, alert));
  const ordered = ownFirst(placed, readLastAreaId());
  const shown = isOpen ? ordered : ordered.slice(0, 1);
  const more = ordered.length > 1 && (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      // As low as its line; its surface reaches as far as a thumb needs.
      className="touch-pad relative font-semibold whitespace-nowrap underline underline-offset-2 before:absolute before:-inset-x-6 before:-top-7 before:-bottom-2"
    >
      {isOpen ? (
        lateTexts.alert.fewer
      ) : (
        <>
          <span aria-hidden>+{ordered.length - 1}</span>
          <span className="sr-only">{lateTexts.alert.more(ordered.length - 1)}</span>
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
          {isOpen && unseen.length > 1 && (
            <div className="safe-x mx-auto flex w-full max-w-6xl bg-page py-1">
              <AcknowledgeButton eventId={about.eventId} alertIds={unseen.map(({ alertId }) => alertId)} />
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
