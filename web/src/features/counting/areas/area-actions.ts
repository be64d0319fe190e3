import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { dialogTexts } from '../../../texts/dialog-texts';
import type { Icon } from '../../../ui/icon';
import { PencilLine, Plug, RotateCcw, Share, Tally5, Trash2, UsersRound } from '../../../ui/icons/menus';
import type { AreaAction } from './area-menu';

/** The actions on an area, with what a user must be allowed to do, in the order of the menu. */
const AREA_ACTIONS = [
  ['rename', 'manage', PencilLine, () => dialogTexts.areaDialogs.rename],
  ['capacity', 'manage', UsersRound, () => dialogTexts.areaDialogs.changeCapacity],
  ['recount', 'control', Tally5, () => dialogTexts.areaDialogs.recount],
  ['share', 'control', Share, () => dialogTexts.join.shareDoor],
  ['reset', 'manage', RotateCcw, () => dialogTexts.areaDialogs.reset],
  ['machine', 'manage', Plug, () => dialogTexts.areaDialogs.machine.title],
  ['delete', 'manage', Trash2, () => dialogTexts.areaDialogs.delete],
] as const satisfies readonly [AreaAction, 'control' | 'manage', Icon, () => string][];

/** Returns the actions that somebody has who controls the event of the area. */
export const areaActionsOf = (user: User) =>
  AREA_ACTIONS.filter(([, verb]) => verb === 'control' || may(user, verb)).map(([action, , Icon, text]) => ({
    action,
    Icon,
    text: text(),
  }));
