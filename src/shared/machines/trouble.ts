import * as z from 'zod/mini';

/** How far a machine's clock is behind, in ms; negative if it is ahead. */
const ClockOffsetSchema = z.int();
/** A code of the errors, of whatever release: files of events may come from anybody, and people read it. */
export const CodeSchema = z.string().check(z.regex(/^[a-z_]{1,40}$/));

/**
 * Why a machine's people are missing or wrong (docs/product.md, M8). `silent`: it is not heard. `refused`: all that it sends
 * is refused with this code of the errors; the offset is known if that is about its clock. `clock`: it counts, with a wrong
 * clock. `doubt`: it counts, and up to so many people may be missing.
 */
export const MachineTroubleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('silent') }),
  z.object({ kind: z.literal('refused'), code: CodeSchema, clockOffsetMs: z.optional(ClockOffsetSchema) }),
  z.object({ kind: z.literal('clock'), clockOffsetMs: ClockOffsetSchema }),
  z.object({ kind: z.literal('doubt'), people: z.int() }),
]);
export type MachineTrouble = z.infer<typeof MachineTroubleSchema>;

export const SILENT: MachineTrouble = { kind: 'silent' };

/** Whether nobody who passes the machine is counted. */
export const countsNobody = ({ kind }: MachineTrouble): boolean => kind === 'silent' || kind === 'refused';
