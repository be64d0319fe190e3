import { AlertBook, type AlertBookDeps } from './alerts';
import { DeviceBook, type DeviceBookDeps } from './devices';
import type { Draft } from './draft';
import { FlowBook } from './flow';
import type { RoomState } from './state';

/** What the room knows beyond its counts: who counts, what goes in and out, and where it gets full. */
export class Live {
  readonly devices: DeviceBook;
  readonly flow: FlowBook;
  readonly alerts: AlertBook;

  constructor(private readonly deps: AlertBookDeps & DeviceBookDeps) {
    this.devices = new DeviceBook(deps);
    this.flow = new FlowBook(deps.ledger);
    this.alerts = new AlertBook(deps);
  }

  /** After a commit of taps and its acks. */
  counted(state: RoomState, draft: Draft): void {
    this.devices.counted(draft);
    this.flow.counted(draft.rows);
    this.alerts.check(state, draft.areas.values());
  }

  /** After a change that is no tap. */
  changed(before: RoomState | undefined, after: RoomState): void {
    if (before !== undefined) this.flow.changed(before, after, this.deps.now());
    this.alerts.checkAll(after);
  }
}
