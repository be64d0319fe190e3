import type { Report } from '../../../../../src/shared/schemas/report';

/** The address of the question how many people were inside. @param at epoch ms */
export const momentPath = (path: string, at: number): string =>
  `${path}/occupancy?${new URLSearchParams({ at: new Date(at).toISOString() }).toString()}`;

/** The moment that the field has at first, epoch ms: that of the peak, whose number is reached within its second. */
export function suggestedMoment({ venue: { peakAt }, generatedAt }: Report): number {
  const peak = peakAt === null ? Infinity : Math.ceil(Date.parse(peakAt) / 1000) * 1000;
  return Math.min(peak, Date.parse(generatedAt));
}
