import type { Area } from '../../../../../src/shared/schemas/area';
import { texts } from '../../../texts/app-texts';

/** Returns the area's name, or a general name for an area that is deleted or not yet known. */
export const areaNameOf = (areas: readonly Pick<Area, 'areaId' | 'areaName'>[], areaId: string): string =>
  areas.find((area) => area.areaId === areaId)?.areaName ?? texts.realtime.unknownArea;
