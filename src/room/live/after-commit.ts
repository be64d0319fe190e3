import { AlertTracker, type AlertTrackerDeps } from './alerts';
import { DeviceTracker, type DeviceTrackerDeps } from './devices';
import type { Draft } from '../counting/draft';
import type { AlertPage, AlertRows } from '../../rpc/alert-page';
import { type Actor, ok, type Result } from '../../rpc/contract';
import type { Alert } from '../../shared/schemas/alert';
import { FlowTracker } from './flow';
import type { Batch } from '../counting/flush-pipeline';
import { Metrics, type MetricsDeps } from './metrics';
import { Silences, type SilencesDeps } from '../sources/silences';
import type { RoomState } from '../state';

export type AfterCommitDeps = AlertTrackerDeps & DeviceTrackerDeps & MetricsDeps & SilencesDeps;

/** Updates devices, flow, alerts and metrics after a commit. */
export class AfterCommit {
  readonly devices: DeviceTracker;
  readonly flow: FlowTracker;
  readonly alerts: AlertTracker;
  readonly metrics: Metrics;
  readonly silences: Silences;

  constructor(private readonly deps: AfterCommitDeps) {
    this.devices = new DeviceTracker(deps);
    this.flow = new FlowTracker(deps.store);
    this.alerts = new AlertTracker(deps);
    this.metrics = new Metrics(deps);
    this.silences = new Silences(deps);
  }

  /** Called after a commit of taps and its acks. */
  counted(state: RoomState, draft: Draft, batches: readonly Batch[]): void {
    this.devices.counted(draft);
    this.flow.counted(draft.rows);
    this.alerts.check(state, draft.areas.values());
    this.silences.counted();
    this.metrics.counted(state, batches, draft.now);
  }

  /** Returns a part of the alerts that are open or ended recently, and on the first page those about machines. */
  listed(page: AlertPage, state: RoomState): Result<AlertRows> {
    const silences = page.after === null ? this.silences.listed() : [];
    return ok({ alerts: this.alerts.listed(page, state), silences });
  }

  /** Acknowledges an alert for the device that uses `clientId`; see {@link AlertTracker.acknowledge}. */
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
    const silence = this.silences.acknowledge({ silenceId: alertId, actor, by, note, noteWaitMs });
    if (silence !== null) return silence.ok ? ok(this.alerts.list) : silence;
    return this.alerts.acknowledge(alertId, actor, by, note, noteWaitMs);
  }

  /** Called after a change that is no tap. */
  changed(before: RoomState | undefined, after: RoomState): void {
    if (before !== undefined) this.flow.changed(before, after, this.deps.now());
    this.alerts.checkAll(after);
  }
}
