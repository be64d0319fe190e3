import { AlertBook, type AlertBookDeps } from './alerts';
import { DeviceBook, type DeviceBookDeps } from './devices';
import type { Draft } from '../counting/draft';
import { FlowBook } from './flow';
import type { Batch } from '../counting/intake';
import { Metrics, type MetricsDeps } from './metrics';
import type { RoomState } from '../state';

/** What follows a commit: devices, flow, alerts and metrics. */
export class Live {
  readonly devices: DeviceBook;
  readonly flow: FlowBook;
  readonly alerts: AlertBook;
  readonly metrics: Metrics;

  constructor(private readonly deps: AlertBookDeps & DeviceBookDeps & MetricsDeps) {
    this.devices = new DeviceBook(deps);
    this.flow = new FlowBook(deps.ledger);
    this.alerts = new AlertBook(deps);
    this.metrics = new Metrics(deps);
  }

  /** After a commit of taps and its acks. */
  counted(state: RoomState, draft: Draft, batches: readonly Batch[]): void {
    this.devices.counted(draft);
    this.flow.counted(draft.rows);
    this.alerts.check(state, draft.areas.values());
    this.metrics.counted(state.event.eventId, batches, draft.now);
  }

  /** After a change that is no tap. */
  changed(before: RoomState | undefined, after: RoomState): void {
    if (before !== undefined) this.flow.changed(before, after, this.deps.now());
    this.alerts.checkAll(after);
  }
}
