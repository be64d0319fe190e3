import { dialogTexts } from '../../../texts/dialog-texts';
import type { Icon } from '../../../ui/icon';
import { PencilLine, Plug, RotateCcw, Share, Tally5, Trash2, UsersRound } from '../../../ui/icons/menus';
import type { AreaAction } from './area-menu';

/** The actions of an admin on an area, in the order of the menu. */
export const AREA_ACTIONS = [
  ['rename', PencilLine, () => dialogTexts.areaDialogs.rename],
  ['capacity', UsersRound, () => dialogTexts.areaDialogs.changeCapacity],
  ['recount', Tally5, () => dialogTexts.areaDialogs.recount],
  ['share', Share, () => dialogTexts.join.shareDoor],
  ['reset', RotateCcw, () => dialogTexts.areaDialogs.reset],
  ['machine', Plug, () => dialogTexts.areaDialogs.machine.title],
  ['delete', Trash2, () => dialogTexts.areaDialogs.delete],
] as const satisfies readonly [AreaAction, Icon, () => string][];
