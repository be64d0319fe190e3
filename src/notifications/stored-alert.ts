import * as z from 'zod/mini';
import type { AlertSubject } from '../rpc/alert-subjects';
import { kindOf, readSubject, STORED_SUBJECT } from './alert-kinds';

const MaybeTime = z.nullable(z.int());

/** An alert as the hub's tables have it. */
const STORED = {
  eventId: z.string(),
  eventName: z.string(),
  alertId: z.string(),
  ...STORED_SUBJECT,
  raisedAt: z.int(),
  acknowledgedAt: MaybeTime,
  acknowledgedBy: z.nullable(z.string()),
  clearedAt: MaybeTime,
};

/** Returns the alert as it is stored. */
export const toStored = <Alert extends { about: AlertSubject }>({ about, ...alert }: Alert) => ({
  ...alert,
  ...kindOf(about).stored(),
});

/** Reads a known alert (known-alert.ts). */
export const KnownAlertSchema = z.pipe(
  z.object({
    ...STORED,
    isHighest: z.boolean(),
    reached: z.array(z.object({ threshold: z.int(), at: z.int() })),
  }),
  z.transform(readSubject),
);

/** Reads a stored alert of a message (message.ts). */
export const StoredFactSchema = z.pipe(
  z.object({ ...STORED, type: z.enum(['raised', 'acknowledged', 'cleared']) }),
  z.transform(readSubject),
);
