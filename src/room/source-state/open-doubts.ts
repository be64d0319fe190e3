import type { Doubt } from './totals-state';

/** What decides about doubts of an area; times are epoch ms. */
interface Area {
  readonly countsFrom: number;
  readonly deletedAt: number | null;
}

/** Whether nobody has reset or recounted the doubt's area since, nor deleted it. */
export function isOpenIn(areas: ReadonlyMap<string, Area>, { areaId, noticedAt }: Doubt): boolean {
  const area = areas.get(areaId);
  return area !== undefined && area.deletedAt === null && area.countsFrom <= noticedAt;
}

/** By how many people an area's number may be low (docs/product.md, M17). */
export const mayBeLowBy = (areas: ReadonlyMap<string, Area>, doubts: readonly Doubt[], areaId: string): number =>
  doubts
    .filter((doubt) => doubt.areaId === areaId && isOpenIn(areas, doubt))
    .reduce((people, { ins }) => people + ins, 0);
