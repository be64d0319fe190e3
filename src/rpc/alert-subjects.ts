import * as z from 'zod/mini';
import { type MachineTrouble, MachineTroubleSchema } from '../shared/machines/trouble';

/** What an alert is about, and what is wrong with it. Times are epoch ms. */
export type AlertSubject =
  | {
      type: 'crowd';
      /** Null for an alert of the venue. */
      areaId: string | null;
      /** Null for the venue, and for an area that was deleted. */
      areaName: string | null;
      /** In percent of `capacity`. */
      threshold: number;
      occupancy: number;
      capacity: number;
    }
  | {
      type: 'machine';
      sourceId: string;
      sourceName: string;
      /** When it was last heard, or since when all that it sends is refused. */
      heardAt: number;
      trouble: MachineTrouble;
    };

/** Times in the bodies of webhooks are ISO 8601 in UTC. */
export const Time = z.string();
export const MaybeTime = z.nullable(Time);

export const EVENT = { eventId: z.string(), eventName: z.string() } as const;

/** What is said of alerts of every kind. */
const ANY_ALERT = {
  alertId: z.string(),
  ...EVENT,
  raisedAt: Time,
  acknowledgedAt: MaybeTime,
  acknowledgedBy: z.nullable(z.string()),
  clearedAt: MaybeTime,
} as const;
export type AnyAlert = z.infer<z.ZodMiniObject<typeof ANY_ALERT>>;

const AlertSchema = z.object({
  type: z.enum(['raised', 'acknowledged', 'cleared']),
  ...ANY_ALERT,
  /** Null for an alert of the venue. */
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  /** In percent of `capacity`. */
  threshold: z.int(),
  occupancy: z.int(),
  capacity: z.int(),
});

/** An alert about a machine whose people are missing or wrong. */
const MachineSchema = z.object({
  type: z.enum(['machine.raised', 'machine.acknowledged', 'machine.cleared']),
  ...ANY_ALERT,
  sourceId: z.string(),
  sourceName: z.nullable(z.string()),
  /** When the machine was last heard, or since when all that it sends is refused. */
  heardAt: Time,
  trouble: MachineTroubleSchema,
});

/** Alerts. These bodies are older than the others, and have no `formatVersion`. */
export const AlertBodySchema = z.object({
  type: z.enum([
    ...(['alert.raised', 'alert.acknowledged', 'alert.cleared', 'alert.summary', 'alert.test'] as const),
    ...MachineSchema.shape.type.options,
  ]),
  timestamp: Time,
  data: z.object({
    /** As many as there is room for. */
    alerts: z.array(z.union([AlertSchema, MachineSchema])),
    total: z.int(),
    page: z.nullable(z.string()),
  }),
});
export type AlertBody = z.infer<typeof AlertBodySchema>;
