import * as z from 'zod/mini';
import type { AlertState } from '../../rpc/alert-calls';
import { assertNever } from '../../shared/assert-never';
import { type MachineTrouble, MachineTroubleSchema, SILENT } from '../../shared/machines/trouble';
import { venueSettingsOf } from '../../shared/rules/venue-capacity';
import { type Columns, insertInto, type Row, rowSchema, valuesOf } from '../../stored/columns';
import { ALERTS, MACHINE_ALERTS } from '../../stored/tables';
import type { JournalEntry } from '../state/journal-entry';
import { liveAreas, type RoomState } from '../state/room-state';

const { announceAt: _announceAt, ...CROWD } = ALERTS;
const { announceAt: _also, ...MACHINE } = MACHINE_ALERTS;

/** An area has reached a threshold, or the venue if `areaId` is null. Times are epoch ms. */
export type CrowdAlert = { readonly type: 'crowd' } & Readonly<Row<typeof CROWD>>;

/** People of a source are missing or wrong. Times are epoch ms. */
export type MachineAlert = { readonly type: 'machine'; readonly trouble: MachineTrouble } & Readonly<
  Omit<Row<typeof MACHINE>, 'trouble'>
>;

/** An alert as it is stored, open or ended. */
export type StoredAlert = CrowdAlert | MachineAlert;

/** How alerts of one kind are stored. */
export interface AlertTable<A extends StoredAlert> {
  readonly type: A['type'];
  readonly table: string;
  readonly columns: Columns;
  /** The statement that inserts or replaces a row. */
  readonly insert: string;
  read(row: unknown): A;
  /** The values of a row. The hub is told of it at `announceAt`, epoch ms. */
  write(alert: A, announceAt: number): (string | number | null)[];
}

const CrowdSchema = rowSchema(CROWD);
export const CROWD_ALERTS: AlertTable<CrowdAlert> = {
  type: 'crowd',
  table: 'alerts',
  columns: CROWD,
  insert: insertInto('alerts', ALERTS, 'OR REPLACE '),
  read: (row) => ({ type: 'crowd', ...z.parse(CrowdSchema, row) }),
  write: (alert, announceAt) => valuesOf(ALERTS, { ...alert, announceAt }),
};

const MachineSchema = rowSchema(MACHINE);
export const MACHINE_TROUBLES: AlertTable<MachineAlert> = {
  type: 'machine',
  table: 'machine_alerts',
  columns: MACHINE,
  insert: insertInto('machine_alerts', MACHINE_ALERTS, 'OR REPLACE '),
  read: (row) => {
    const { trouble, ...alert } = z.parse(MachineSchema, row);
    const known = trouble === null ? SILENT : z.parse(MachineTroubleSchema, JSON.parse(trouble));
    return { type: 'machine', ...alert, trouble: known };
  },
  write: ({ trouble, ...alert }, announceAt) => {
    const stored = trouble.kind === 'silent' ? null : JSON.stringify(trouble);
    return valuesOf(MACHINE_ALERTS, { ...alert, trouble: stored, announceAt });
  },
};

/** All that a room asks about an alert. Each kind of alert answers it in one function below. */
interface AlertKind {
  /** What it is about: at most one of those that are about the same is open. */
  key: string | null;
  /** What the journal says of it once it was acknowledged or noted, beside who did that and the note. */
  entries: Record<'acknowledged' | 'noted', Pick<JournalEntry, 'kind' | 'after'>>;
  /** What the hub is told that it is about. */
  told(room: RoomState): Pick<AlertState, 'about' | 'isHighest'>;
}

/** Returns what the room asks about this alert. */
export function kindOf(alert: StoredAlert): AlertKind {
  switch (alert.type) {
    case 'crowd':
      return crowdKind(alert);
    case 'machine':
      return machineKind(alert);
    default:
      return assertNever(alert);
  }
}

const crowdKind = ({ type, areaId, threshold, occupancy, capacity, raisedAt }: CrowdAlert): AlertKind => ({
  key: areaId,
  entries: {
    acknowledged: { kind: 'alert_acknowledged', after: threshold },
    noted: { kind: 'alert_noted', after: { threshold, raisedAt } },
  },
  told: (room) => {
    const area = liveAreas(room).find((one) => one.areaId === areaId);
    const { alertThresholds } = venueSettingsOf(room.event.event);
    return {
      about: { type, areaId, areaName: area?.areaName ?? null, threshold, occupancy, capacity },
      isHighest: alertThresholds.every((other) => other <= threshold),
    };
  },
});

const machineKind = ({ type, sourceId, sourceName, heardAt, trouble }: MachineAlert): AlertKind => ({
  key: sourceId,
  entries: {
    acknowledged: { kind: 'machine_alert_acknowledged', after: sourceName },
    noted: { kind: 'machine_alert_noted', after: sourceName },
  },
  told: () => ({ about: { type, sourceId, sourceName, heardAt, trouble }, isHighest: false }),
});
