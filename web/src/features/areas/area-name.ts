import type { Area } from '../../../../src/shared/schemas/area';
import { texts } from '../../lib/app-texts';

/** What the area is called; one that is gone, or not heard of yet, has a name of its own. */
export const areaNameOf = (areas: readonly Pick<Area, 'areaId' | 'areaName'>[], areaId: string): string =>
  areas.find((area) => area.areaId === areaId)?.areaName ?? texts.realtime.unknownArea;
