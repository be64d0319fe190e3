import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Connection } from '../../realtime/snapshot';
import { ConnectionBadge } from '../account/connection-badge';
import { useCalm } from '../areas/use-calm';
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
  const fresh = unseen.find((alert) => !isIn(placed, alert));
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
            <Row alert={fresh} lost={lost} {...about} />
          </Place>
        </div>
      )}
      {placed.length > 0 && (
        <div className="top-0 z-30 max-h-[30dvh] overflow-y-auto @max-[15rem]:sticky">
          {placed.map((alert) => (
            <Place key={alert.alertId} isOver={!isIn(unseen, alert)}>
              <Row alert={alert} lost={null} {...about} />
            </Place>
          ))}
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
