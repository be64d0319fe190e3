import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Verb } from '../../../../src/shared/rules/roles';
import { may } from '../../session/may';
import { useSession } from '../../session/session';
import { dialogTexts } from '../../texts/dialog-texts';
import { eventSettingsPath } from '../../urls/paths';
import type { Icon } from '../../ui/icon';
import { ArrowLeftRight, PencilLine, RotateCcw, Trash2 } from '../../ui/icons/menus';
import { Copy } from '../../ui/icons/codes';
import { Settings } from '../../ui/icons/counting';
import type { EventAction, EventMenuProps } from './event-menu';
import { hasOtherEvents } from './has-other-events';
import { knownEvents } from './use-events';

/** The actions on the selected event, with what a user must be allowed to do, in the order of the menu. */
export const EVENT_ACTIONS = [
  ['switch', 'watch', ArrowLeftRight],
  ['settings', 'manage', Settings],
  ['rename', 'manage', PencilLine],
  ['duplicate', 'manage', Copy],
  ['resetAll', 'manage', RotateCcw],
  ['delete', 'manage', Trash2],
] as const satisfies readonly [EventAction | 'settings', Verb, Icon][];

export interface ShownEventAction {
  action: EventAction | 'settings';
  Icon: Icon;
  text: string;
  run: () => void;
}

/** Returns those of these actions that the user may take, with their texts. */
export function useEventActions({ eventId, onChoose }: EventMenuProps): ShownEventAction[] {
  const navigate = useNavigate();
  const { user } = useSession();
  const events = knownEvents(useQueryClient());
  const taken = EVENT_ACTIONS.filter(
    ([action, verb]) => user && may(user, verb, eventId) && (action !== 'switch' || hasOtherEvents(user, events)),
  );
  return taken.map(([action, , Icon]) => ({
    action,
    Icon,
    text: dialogTexts.eventDialogs[action],
    run: () => {
      if (action === 'settings') void navigate(eventSettingsPath(eventId));
      else onChoose(action);
    },
  }));
}
