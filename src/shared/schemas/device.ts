import * as z from 'zod/mini';
import { DEVICE_NAME_MAX_LENGTH } from '../limits';

/** Which direction a device counts. */
export const DIRECTIONS = ['both', 'in', 'out'] as const;
export const DirectionSchema = z.enum(DIRECTIONS);
export type Direction = z.infer<typeof DirectionSchema>;

/** Created by the client: base64url or hex, at least 96 bits. */
export const ClientIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));
export const DeviceNameSchema = z.string().check(z.minLength(1), z.maxLength(DEVICE_NAME_MAX_LENGTH));

/** A device that was at the event on this business day, or has counted on it; `ins` and `outs` are the day's. */
export const DeviceSchema = z.object({
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  direction: DirectionSchema,
  isAdmin: z.boolean(),
  isOnline: z.boolean(),
  /** ISO 8601; null while it is connected. */
  offlineSince: z.nullable(z.string()),
  lastTapAt: z.nullable(z.string()),
  ins: z.int(),
  outs: z.int(),
});
export type Device = z.infer<typeof DeviceSchema>;

/** GET /api/events/{eventId}/devices */
export const DeviceListSchema = z.object({ devices: z.array(DeviceSchema) });
