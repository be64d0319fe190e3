import * as z from 'zod/mini';
import { MachineTroubleSchema } from '../../shared/machines/trouble';
import { SourceSchema, StoredSourceSchema } from '../../rpc/source-batch';
import {
  AssemblyPointsSchema,
  EndedOrderSchema,
  EvacuationEndSchema,
  TimelineSchema,
} from '../../shared/evacuation/schemas';
import { isPoint } from '../../shared/evacuation/side-areas';
import { ASSEMBLY_POINTS_MAX } from '../../shared/evacuation/limits';
import { ORDER_NOTE_MAX_LENGTH } from '../../shared/orders/limits';
import { ALERT_NOTE_MAX_LENGTH, LIMIT_CONDITION_MAX_LENGTH, NAME_MAX_LENGTH } from '../../shared/schemas/limits';
import { type AreaFact, byFact } from '../../shared/schemas/area-facts';
import { OrderKindSchema, OrderTargetSchema } from '../../shared/orders/schemas';
import { FACT_CHECKS } from '../../shared/rules/area-facts';
import { checkAreaName } from '../../shared/rules/names';
import { checkNote } from '../../shared/rules/notes/check-note';
import { whyNotStored } from '../../rpc/stored-text';
import { DeviceNameSchema } from '../../shared/schemas/device';
import { UNUSABLE, usableDeviceName } from '../../shared/visible-text';
import { StateSchema } from '../storage/source-rows';
import { FloorsTextSchema } from '../../stored/floors';
import type { StoredTable } from '../../stored/tables';

type FileRow = Readonly<Record<string, unknown>>;

/** Returns why a text is refused; null if a call could have set it. */
type Check = (text: string, row: FileRow) => string | null;

const UNREADABLE = 'It cannot be read.';

/** Checks the JSON in a column, and then each of its texts. */
const json =
  <T>(schema: z.ZodMiniType<T>, textsOf: (value: T) => readonly (string | null)[] = () => []): Check =>
  (text) => {
    try {
      const read = z.safeParse(schema, JSON.parse(text));
      return read.success ? (textsOf(read.data).find((why) => why !== null) ?? null) : UNREADABLE;
    } catch {
      return UNREADABLE;
    }
  };

const areaName = (name: string): string | null => whyNotStored(name, checkAreaName);

const pointName = (name: string): string | null =>
  z.safeParse(AssemblyPointsSchema, { names: [name] }).data?.names[0] === name
    ? null
    : 'This is no name of an assembly point.';

const deviceName: Check = (name) =>
  usableDeviceName(name) === name && z.safeParse(DeviceNameSchema, name).success
    ? null
    : 'This is no name of a device.';

const noteOf =
  (max: number): Check =>
  (note) =>
    whyNotStored(note, (given) => checkNote(given, max));
const alertNote = noteOf(ALERT_NOTE_MAX_LENGTH);
const orderNote = noteOf(ORDER_NOTE_MAX_LENGTH);

/** A machine without a name or door is called by its id. */
const MachineNameSchema = z.union([DeviceNameSchema, SourceSchema.shape.sourceId]);
const machineName: Check = (name) =>
  z.safeParse(MachineNameSchema, name).success ? null : 'This is no name of a machine.';

const AtStartSchema = z.array(z.looseObject({ areaName: z.string() }));
const kindOfOrder: Check = (kind) => (z.safeParse(OrderKindSchema, kind).success ? null : 'There is no such order.');

const { reason: ReasonSchema } = EvacuationEndSchema.shape;
const RECOUNTS = new Set(['occupancy_recounted', 'categories_recounted']);
const journalNote: Check = (note, { kind }) => {
  if (!RECOUNTS.has(String(kind))) return alertNote(note, {});
  return z.safeParse(ReasonSchema, note).data === note ? null : 'This is no reason of a recount.';
};

/** Kinds of the journal whose values are names that no call checks for unusable characters. */
const ANY_CHARACTERS = /^(?:source_|machine_alert_|assembly_points_changed$)/;
/** The longest texts in a value of the journal are all assembly points in one line, and the condition of a limit. */
const VALUE_MAX_LENGTH = Math.max(LIMIT_CONDITION_MAX_LENGTH, ASSEMBLY_POINTS_MAX * (NAME_MAX_LENGTH + ' · '.length));

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const journalValue: Check = (value, { kind }) =>
  json(z.unknown(), (read) =>
    textsIn(read).map((text) => {
      if (text.length > VALUE_MAX_LENGTH) return `A text is longer than ${VALUE_MAX_LENGTH} characters.`;
      return UNUSABLE.test(text) && !ANY_CHARACTERS.test(String(kind))
        ? 'It has characters that cannot be used.'
        : null;
    }),
  )(value, {});

/** The columns with what people and machines have named or written, and what people read of them. */
const CHECKS: Partial<Record<StoredTable, Readonly<Record<string, Check>>>> = {
  areas: {
    name: (name, { area_id: id }) => (isPoint(String(id)) ? pointName(name) : areaName(name)),
    floors: json(FloorsTextSchema),
    ...byFact<Record<AreaFact, Check>>((fact) =>
      json(z.unknown(), (value) => {
        const checked = FACT_CHECKS[fact](value);
        return [checked.ok ? null : checked.error.text];
      }),
    ),
  },
  devices: { name: deviceName },
  alerts: { note: alertNote, acknowledged_by: deviceName },
  orders: { kind: kindOfOrder, target: json(OrderTargetSchema), note: orderNote, given_by: deviceName },
  confirmations: { device_name: deviceName },
  evacuations: {
    started_on: deviceName,
    at_start: json(AtStartSchema, (areas) => areas.map((area) => areaName(area.areaName))),
    timeline: json(TimelineSchema, ({ areas, assembled }) => [
      ...areas.map((area) => areaName(area.areaName)),
      ...assembled.map(({ name }) => pointName(name)),
    ]),
    ended_orders: json(z.array(EndedOrderSchema), (orders) =>
      orders.map(({ note }) => (note === null ? null : orderNote(note, {}))),
    ),
  },
  sources: { about: json(StoredSourceSchema), state: json(StateSchema) },
  machine_alerts: {
    source_name: machineName,
    note: alertNote,
    acknowledged_by: deviceName,
    trouble: json(MachineTroubleSchema),
  },
  journal: { before: journalValue, after: journalValue, note: journalNote },
};

/**
 * Checks the texts of a row of an event file with the rules of the calls that set them: the file may come from anybody.
 * Reports and seals are left out: they are evidence, whose bytes do not change, and are shown escaped.
 * @throws {Error} names the table and the column
 */
export function checkTexts(table: StoredTable, row: FileRow): void {
  for (const [column, check] of Object.entries(CHECKS[table] ?? {})) {
    const text = row[column];
    const why = typeof text === 'string' ? check(text, row) : null;
    if (why !== null) throw new Error(`${table}.${column}: ${why}`);
  }
}
