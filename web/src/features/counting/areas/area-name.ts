import type { Area } from '../../../../../src/shared/schemas/area';
import { texts } from '../../../texts/app-texts';

/** The area's name; a deleted or still unknown area has a general one. */
export const areaNameOf = (areas: readonly Pick<Area, 'areaId' | 'areaName'>[], areaId: string): string =>
  areas.find((area) => area.areaId === areaId)?.areaName ?? texts.realtime.unknownArea;
