import type { CountingCalls } from './counting-calls';
import type { EvacuationCalls } from './evacuation-calls';
import type { MonitoringCalls } from './monitoring-calls';
import type { OperatorCalls } from './operator-calls';
import type { OrderCalls } from './order-calls';
import type { ReportCalls } from './report-calls';
import type { RoomAlertCalls } from './alert-calls';
import type { SourceCalls } from './source-calls';

/** The calls of a room, by subject. */
export interface RoomApi
  extends
    CountingCalls,
    EvacuationCalls,
    MonitoringCalls,
    OperatorCalls,
    OrderCalls,
    ReportCalls,
    RoomAlertCalls,
    SourceCalls {
  /** Accepts an upgrade that the worker has authenticated, with a {@link RoomConnection} in its header. */
  fetch(request: Request): Promise<Response>;
}
