import { dialogTexts } from '../../texts/dialog-texts';
import type { Icon } from '../../ui/icon';
import {
  ArrowLeftRight,
  Building2,
  CalendarClock,
  ClipboardCheck,
  PencilLine,
  RotateCcw,
  Trash2,
  Tv,
  UsersRound,
} from '../../ui/icons/menus';
import { Copy } from '../../ui/icons/codes';
import { ExternalLink } from '../../ui/icons/display';
import type { EventAction, EventMenuProps } from './event-menu';

const ACTIONS = [
  ['switch', ArrowLeftRight],
  ['display', Tv],
  ['public', ExternalLink],
  ['inspection', ClipboardCheck],
  ['venue', Building2],
  ['categories', UsersRound],
  ['schedule', CalendarClock],
  ['rename', PencilLine],
  ['duplicate', Copy],
  ['resetAll', RotateCcw],
  ['delete', Trash2],
] as const satisfies readonly [EventAction, Icon][];

export interface ShownEventAction {
  action: EventAction;
  Icon: Icon;
  text: string;
  run: () => void;
}

/** Returns the actions of an admin on the selected event, in the order of the menu. */
export function useEventActions({ onChoose }: EventMenuProps): ShownEventAction[] {
  return ACTIONS.map(([action, Icon]) => ({
    action,
    Icon,
    text: dialogTexts.eventDialogs[action],
    run: () => onChoose(action),
  }));
}
