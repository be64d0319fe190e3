import { useNavigate } from 'react-router-dom';
import { dialogTexts } from '../../texts/dialog-texts';
import { eventSettingsPath } from '../../urls/paths';
import type { Icon } from '../../ui/icon';
import { ArrowLeftRight, PencilLine, RotateCcw, Trash2 } from '../../ui/icons/menus';
import { Copy } from '../../ui/icons/codes';
import { Settings } from '../../ui/icons/counting';
import type { EventAction, EventMenuProps } from './event-menu';

/** The actions of an admin on the selected event, in the order of the menu. */
export const EVENT_ACTIONS = [
  ['switch', ArrowLeftRight],
  ['settings', Settings],
  ['rename', PencilLine],
  ['duplicate', Copy],
  ['resetAll', RotateCcw],
  ['delete', Trash2],
] as const satisfies readonly [EventAction | 'settings', Icon][];

export interface ShownEventAction {
  action: EventAction | 'settings';
  Icon: Icon;
  text: string;
  run: () => void;
}

/** Returns these actions with their texts. */
export function useEventActions({ eventId, onChoose }: EventMenuProps): ShownEventAction[] {
  const navigate = useNavigate();
  return EVENT_ACTIONS.map(([action, Icon]) => ({
    action,
    Icon,
    text: dialogTexts.eventDialogs[action],
    run: () => {
      if (action === 'settings') void navigate(eventSettingsPath(eventId));
      else onChoose(action);
    },
  }));
}
