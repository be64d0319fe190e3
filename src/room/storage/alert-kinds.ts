import * as z from 'zod/mini';
import type { AlertState } from '../../rpc/alert-calls';
import { assertNever } from '../../shared/assert-never';
import { type MachineTrouble, MachineTroubleSchema, SILENT } from '../../shared/machines/trouble';
import { venueSettingsOf } from '../../shared/rules/venue-capacity';
import { insertInto, type Row, rowSchema, valuesOf } from '../../stored/columns';
import { ALERTS, MACHINE_ALERTS } from '../../stored/tables';
import type { JournalEntry } from '../state/journal-entry';
import { liveAreas, type RoomState } from '../state/room-state';
import type { RoomSql } from '../ports';
import { AlertRows, type AlertTable } from './alert-rows';

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

const CrowdSchema = rowSchema(CROWD);
const CROWD_ALERTS: AlertTable<CrowdAlert> = {
  type: 'crowd',
  table: 'alerts',
  columns: CROWD,
  insert: insertInto('alerts', ALERTS, 'OR REPLACE '),
  read: (row) => ({ type: 'crowd', ...z.parse(CrowdSchema, row) }),
  write: (alert, announceAt) => valuesOf(ALERTS, { ...alert, announceAt }),
};

const MachineSchema = rowSchema(MACHINE);
const MACHINE_TROUBLES: AlertTable<MachineAlert> = {
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

/** The previous alert of an area or of the venue. It has ended, or it has fallen to a lower threshold. */
export interface PastAlert {
  readonly threshold: number;
  /** When the alert ended or fell; epoch ms. */
  readonly at: number;
}

const PastRowSchema = z.object({ areaId: z.nullable(z.string()), threshold: z.int(), at: z.int() });

/** All SQL on a room's alerts about crowds. */
class CrowdAlertRows extends AlertRows<CrowdAlert> {
  constructor(sql: RoomSql) {
    super(sql, CROWD_ALERTS);
  }

  /**
   * For each area (or the venue) whose alerts ended after `since` (epoch ms): the highest threshold of these alerts,
   * and when the last alert ended.
   */
  past(since: number): (PastAlert & Pick<CrowdAlert, 'areaId'>)[] {
    return this.sql
      .exec(
        `SELECT area_id AS areaId, max(threshold) AS threshold, max(cleared_at) AS at
         FROM alerts WHERE cleared_at > ? GROUP BY area_id`,
        since,
      )
      .map((row) => z.parse(PastRowSchema, row));
  }
}

/** A room's alerts of each kind. A kind that stands here is told, listed and deleted like the others. */
export const openAlertRows = (sql: RoomSql) => ({
  crowd: new CrowdAlertRows(sql),
  machine: new AlertRows(sql, MACHINE_TROUBLES),
});
type KindsOfRows = ReturnType<typeof openAlertRows>;
/** The alerts of one kind. */
export type RowsOfKind = KindsOfRows[keyof KindsOfRows];

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
