import * as z from 'zod/mini';
import type { AlertSubject } from '../rpc/announced-alerts';
import { assertNever } from '../shared/assert-never';
import { ALERT_THRESHOLD_MAX } from '../shared/schemas/limits';
import { MachineTroubleSchema } from '../shared/machines/trouble';
import { subjectKey } from './subject';

const MaybeTime = z.nullable(z.int());

/** An alert as the hub's tables have it. One about a machine has that in `machine`, and its key and name as an area's. */
const STORED = {
  eventId: z.string(),
  eventName: z.string(),
  alertId: z.string(),
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  threshold: z.int(),
  occupancy: z.int(),
  capacity: z.int(),
  machine: z.optional(z.object({ sourceId: z.string(), heardAt: z.int(), trouble: MachineTroubleSchema })),
  raisedAt: z.int(),
  acknowledgedAt: MaybeTime,
  acknowledgedBy: z.nullable(z.string()),
  clearedAt: MaybeTime,
};
type Stored = z.infer<z.ZodMiniObject<typeof STORED>>;
type Crowd = Extract<AlertSubject, { type: 'crowd' }>;

function fromStored<Alert extends Stored>(stored: Alert) {
  const { areaId, areaName, threshold, occupancy, capacity, machine, ...alert } = stored;
  const crowd = { areaId, areaName, threshold, occupancy, capacity };
  return { ...alert, about: subjectOf(crowd, machine) };
}

function subjectOf(crowd: Omit<Crowd, 'type'>, machine: Stored['machine']): AlertSubject {
  if (machine === undefined) return { type: 'crowd', ...crowd };
  return { type: 'machine', sourceName: crowd.areaName ?? machine.sourceId, ...machine };
}

/** The fields of an alert's subject as they are stored. */
function storedSubject(about: AlertSubject) {
  switch (about.type) {
    case 'crowd': {
      const { type: _type, ...crowd } = about;
      return crowd;
    }
    case 'machine': {
      const { type: _type, sourceName: areaName, ...machine } = about;
      const none = { threshold: ALERT_THRESHOLD_MAX, occupancy: 0, capacity: 0 };
      return { areaId: subjectKey(about), areaName, ...none, machine };
    }
    default:
      return assertNever(about);
  }
}

/** Returns the alert as it is stored. */
export const toStored = <Alert extends { about: AlertSubject }>({ about, ...alert }: Alert) => ({
  ...alert,
  ...storedSubject(about),
});

/** Reads a stored subject (subject.ts). */
export const StoredSubjectSchema = z.pipe(
  z.object({
    ...STORED,
    isHighest: z.boolean(),
    reached: z.array(z.object({ threshold: z.int(), at: z.int() })),
  }),
  z.transform(fromStored),
);

/** Reads a stored alert of a message (message.ts). */
export const StoredFactSchema = z.pipe(
  z.object({ ...STORED, type: z.enum(['raised', 'acknowledged', 'cleared']) }),
  z.transform(fromStored),
);
