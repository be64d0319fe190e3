import * as z from 'zod/mini';
import { DEVICE_NAME_MAX_LENGTH } from './limits';
import { MachineTroubleSchema } from '../machines/trouble';

/** The directions in which a device counts. */
export const DIRECTIONS = ['both', 'in', 'out'] as const;
export const DirectionSchema = z.enum(DIRECTIONS);
export type Direction = z.infer<typeof DirectionSchema>;

/** An id that the client creates: base64url or hex, at least 96 bits. */
export const ClientIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));
export const DeviceNameSchema = z.string().check(z.minLength(1), z.maxLength(DEVICE_NAME_MAX_LENGTH));

/** The kinds of machines that count. */
export const SourceKindSchema = z.enum(['turnstile', 'camera', 'scanner', 'other']);

/** What a list of devices says about a machine that counts (docs/product.md, M1). */
export const SourceAboutSchema = z.object({
  kind: SourceKindSchema,
  door: z.nullable(z.string()),
  direction: DirectionSchema,
  /** Set if people of it counted when they arrived at the server, because it did not say when they passed. */
  countsOnArrival: z.optional(z.boolean()),
  /** What is wrong although the machine is heard. One whose items are all refused is not online. */
  trouble: z.optional(MachineTroubleSchema),
});
export type SourceAbout = z.infer<typeof SourceAboutSchema>;

/** A device that was connected or has counted on this business day. `ins` and `outs` are those of the day. */
export const DeviceSchema = z.object({
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  direction: DirectionSchema,
  isAdmin: z.boolean(),
  isOnline: z.boolean(),
  /** When the device disconnected, ISO 8601; null while it is connected. */
  offlineSince: z.nullable(z.string()),
  lastTapAt: z.nullable(z.string()),
  ins: z.int(),
  outs: z.int(),
  /** Only machines have this. A machine that is silent, or of which everything is refused, is not online. */
  source: z.optional(SourceAboutSchema),
  /** How far a machine's clock was behind at its last ten calls, in ms, by the call that shows least. */
  clockOffsetMs: z.optional(z.int()),
});
export type Device = z.infer<typeof DeviceSchema>;

/** The answer of GET /api/events/{eventId}/devices. */
export const DeviceListSchema = z.object({ devices: z.array(DeviceSchema) });
