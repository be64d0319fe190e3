import * as z from 'zod/mini';
import { MachineTroubleSchema } from '../../shared/machines/trouble';
import { DirectionSchema } from '../../shared/schemas/device';
import { exportedRow } from '../../stored/exported';
import {
  ALERTS,
  AREAS,
  CONFIRMATIONS,
  DEVICES,
  EVACUATIONS,
  JOURNAL,
  ORDERS,
  REPORTS,
  SEALS,
  MACHINE_ALERTS,
  SOURCES,
  STORED_TABLES,
  type StoredRow,
} from '../../stored/tables';
import { BaselineSchema, OrderTargetSchema } from '../../shared/orders/schemas';
import { StoredSourceSchema } from '../../rpc/source-batch';
import { TimelineSchema } from '../../shared/evacuation/schemas';
import {
  AtStartSchema,
  type ExportedConfirmation,
  type ExportedDevice,
  ExportedEntrySchema,
  type ExportedEvacuation,
  type ExportedMachineAlert,
  type ExportedOrder,
  type ExportedSource,
} from './export-schema';

const json = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** Converts rows of a room's tables into JSON for an account's export. */
export const EXPORTED_ROWS = {
  areas: (row) => {
    const area = exportedRow(AREAS, z.parse(STORED_TABLES.areas.row, row));
    return JSON.stringify({ ...area, limits: json(area.limits) });
  },
  devices: (row) => {
    const device = z.parse(STORED_TABLES.devices.row, row);
    return JSON.stringify({
      ...exportedRow(DEVICES, device),
      direction: z.parse(DirectionSchema, device.direction),
      isAdmin: device.principal.startsWith('admin:'),
    } satisfies ExportedDevice);
  },
  alerts: (row) => JSON.stringify(exportedRow(ALERTS, z.parse(STORED_TABLES.alerts.row, row))),
  orders: (row) => {
    const order = exportedRow(ORDERS, z.parse(STORED_TABLES.orders.row, row));
    return JSON.stringify({
      ...order,
      target: z.parse(OrderTargetSchema, json(order.target)),
      baselines: z.parse(z.nullable(z.array(BaselineSchema)), json(order.baselines)),
    } satisfies ExportedOrder);
  },
  confirmations: (row) => {
    const confirmation = z.parse(STORED_TABLES.confirmations.row, row);
    return JSON.stringify({
      ...exportedRow(CONFIRMATIONS, confirmation),
      isAdmin: confirmation.principal.startsWith('admin:'),
    } satisfies ExportedConfirmation);
  },
  evacuations: (row) => {
    const { isDrill, atStart, timeline, ...evacuation } = exportedRow(
      EVACUATIONS,
      z.parse(STORED_TABLES.evacuations.row, row),
    );
    return JSON.stringify({
      ...evacuation,
      isDrill: isDrill === 1,
      atStart: z.parse(AtStartSchema, json(atStart)),
      timeline: z.parse(z.nullable(TimelineSchema), json(timeline)),
    } satisfies ExportedEvacuation);
  },
  machine_alerts: (row) => {
    const alert = exportedRow(MACHINE_ALERTS, z.parse(STORED_TABLES.machine_alerts.row, row));
    const trouble = z.parse(z.nullable(MachineTroubleSchema), json(alert.trouble));
    return JSON.stringify({ ...alert, trouble } satisfies ExportedMachineAlert);
  },
  sources: (row) => {
    const source = exportedRow(SOURCES, z.parse(STORED_TABLES.sources.row, row));
    return JSON.stringify({
      ...source,
      about: z.parse(StoredSourceSchema, json(source.about)),
    } satisfies ExportedSource);
  },
  journal: (row) => {
    const entry = exportedRow(JOURNAL, z.parse(STORED_TABLES.journal.row, row));
    return JSON.stringify(
      z.parse(ExportedEntrySchema, { ...entry, before: json(entry.before), after: json(entry.after) }),
    );
  },
  reports: (row) => {
    const { figures, ...head } = exportedRow(REPORTS, z.parse(STORED_TABLES.reports.row, row));
    // The figures are the room's own JSON text. They are not parsed, because they can be a hundred KB long.
    return `${JSON.stringify(head).slice(0, -1)},"figures":${figures}}`;
  },
  seals: (row) => JSON.stringify(exportedRow(SEALS, z.parse(STORED_TABLES.seals.row, row))),
} as const satisfies Record<string, (row: StoredRow) => string>;
