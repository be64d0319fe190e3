import { AlertTracker, type AlertTrackerDeps } from '../live/alerts';
import { DeviceTracker, type DeviceTrackerDeps } from '../live/devices';
import type { Draft } from '../counting/draft';
import type { AlertPage, AlertPageAnswer } from '../../rpc/alert-page';
import type { Actor } from '../../rpc/identity';
import { ok, type Result } from '../../rpc/result';
import type { Alert } from '../../shared/schemas/alert';
import { FlowTracker } from '../live/flow';
import type { Batch } from '../state/batch';
import { Metrics, type MetricsDeps } from '../live/metrics';
import { MachineAlerts, type MachineAlertsDeps } from '../sources/machine-alerts';
import type { RoomState } from '../state/room-state';

export type AfterCommitDeps = AlertTrackerDeps & DeviceTrackerDeps & MetricsDeps & MachineAlertsDeps;

/** Updates devices, flow, alerts and metrics after a commit. */
export class AfterCommit {
  readonly devices: DeviceTracker;
  readonly flow: FlowTracker;
  readonly alerts: AlertTracker;
  readonly metrics: Metrics;
  readonly machineAlerts: MachineAlerts;

  constructor(private readonly deps: AfterCommitDeps) {
    this.devices = new DeviceTracker(deps);
    this.flow = new FlowTracker(deps.store);
    this.alerts = new AlertTracker(deps);
    this.metrics = new Metrics(deps);
    this.machineAlerts = new MachineAlerts(deps);
  }

  /** Called after a commit of taps and its acks. */
  counted(state: RoomState, draft: Draft, batches: readonly Batch[]): void {
    this.devices.counted(draft);
    this.flow.counted(draft.rows);
    this.alerts.check(state, draft.areas.values());
    this.machineAlerts.counted();
    this.metrics.counted(state, batches, draft.now);
  }

  /** Returns a part of the alerts that are open or ended recently, and on the first page those about machines. */
  listed(page: AlertPage, state: RoomState): Result<AlertPageAnswer> {
    const machineAlerts = page.after === null ? this.machineAlerts.listed() : [];
    return ok({ alerts: this.alerts.listed(page, state), machineAlerts });
  }

  /** Acknowledges an alert for the device that uses `clientId`; see {@link AlertBook.acknowledge}. */
  acknowledge(
    alertId: string,
    actor: Actor,
    clientId: string | null,
    note: string | null | undefined,
    sessionId: string,
  ): Result<Alert[]> {
    const { connections, now } = this.deps;
    const by = clientId === null ? null : this.devices.nameOf(clientId, actor);
    const noteWaitMs = () => connections.allowances.note(sessionId, now());
    const seen = { alertId, actor, by, note, noteWaitMs };
    const answer = this.machineAlerts.book.acknowledge(seen) ?? this.alerts.book.acknowledge(seen);
    if (answer === null) return { ok: false, code: 'not_found' };
    return answer.ok ? ok(this.alerts.list) : answer;
  }

  /** Called after a change that is no tap. */
  changed(before: RoomState | undefined, after: RoomState): void {
    if (before !== undefined) this.flow.changed(before, after, this.deps.now());
    this.alerts.checkAll(after);
  }
}
