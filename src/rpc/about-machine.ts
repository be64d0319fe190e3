import * as z from 'zod/mini';
import { MachineTroubleSchema } from '../shared/machines/trouble';

/** Which machine an alert is about, and what is wrong with it. */
export const AboutMachineSchema = z.object({
  sourceId: z.string(),
  /** When it was last heard, or since when all that it sends is refused; epoch ms. */
  heardAt: z.int(),
  trouble: MachineTroubleSchema,
});
export type AboutMachine = z.infer<typeof AboutMachineSchema>;
