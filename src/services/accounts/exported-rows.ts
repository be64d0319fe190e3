import * as z from 'zod/mini';
import { STORED_TABLES, type StoredRow } from '../../rpc/stored-tables';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { ExportedAlert, ExportedArea, ExportedDevice, ExportedEntry } from './export-schema';
import { DirectionSchema } from '../../shared/schemas/device';
import { JournalFactSchema } from '../../reports/facts';

const json = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** Converts rows of a room's tables into JSON for an account's export. */
export const EXPORTED_ROWS = {
  areas: (row) => {
    const area = z.parse(STORED_TABLES.areas.row, row);
    return JSON.stringify({
      areaId: area.area_id,
      areaName: area.name,
      capacity: area.capacity,
      currentOccupancy: area.occupancy,
      totalEntries: area.ins,
      totalExits: area.outs,
      floored: area.floored,
      adjustments: area.adjustments,
      lastUpdatedAt: isoTimeOrNull(area.last_updated_at),
      deletedAt: isoTimeOrNull(area.deleted_at),
    } satisfies ExportedArea);
  },
  devices: (row) => {
    const device = z.parse(STORED_TABLES.devices.row, row);
    return JSON.stringify({
      clientId: device.client_id,
      deviceId: device.device_id,
      deviceName: device.name,
      direction: z.parse(DirectionSchema, device.direction),
      isAdmin: device.principal.startsWith('admin:'),
      joinedAt: isoTime(device.joined_at),
      leftAt: isoTimeOrNull(device.left_at),
    } satisfies ExportedDevice);
  },
  alerts: (row) => {
    const alert = z.parse(STORED_TABLES.alerts.row, row);
    return JSON.stringify({
      alertId: alert.alert_id,
      areaId: alert.area_id,
      threshold: alert.threshold,
      occupancy: alert.occupancy,
      capacity: alert.capacity,
      raisedAt: isoTime(alert.raised_at),
      acknowledgedAt: isoTimeOrNull(alert.acknowledged_at),
      acknowledgedBy: alert.acknowledged_by,
      clearedAt: isoTimeOrNull(alert.cleared_at),
    } satisfies ExportedAlert);
  },
  journal: (row) => {
    const entry = z.parse(STORED_TABLES.journal.row, row);
    const { area_id: areaId, before, after, at, ...rest } = entry;
    const fact = z.parse(JournalFactSchema, { ...rest, at, areaId, before: json(before), after: json(after) });
    return JSON.stringify({ ...fact, at: isoTime(at) } satisfies ExportedEntry);
  },
  reports: (row) => {
    const report = z.parse(STORED_TABLES.reports.row, row);
    const head = {
      day: report.day,
      revision: report.revision,
      startsAt: isoTime(report.starts_at),
      endsAt: isoTime(report.ends_at),
      closedAt: isoTime(report.closed_at),
    };
    // The figures are the room's own JSON text. They are not parsed, because they can be a hundred KB long.
    return `${JSON.stringify(head).slice(0, -1)},"figures":${report.figures}}`;
  },
} as const satisfies Record<string, (row: StoredRow) => string>;
