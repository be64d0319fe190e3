import { useNavigate } from 'react-router-dom';
import { dialogTexts } from '../../texts/dialog-texts';
import { paths } from '../../urls/paths';
import type { Icon } from '../../ui/icon';
import {
  ArrowLeftRight,
  Building2,
  CalendarClock,
  ChartLine,
  ClipboardCheck,
  PencilLine,
  RotateCcw,
  Smartphone,
  Trash2,
  Tv,
  UsersRound,
} from '../../ui/icons/menus';
import { BellRing, OctagonAlert } from '../../ui/icons/alerts';
import { Copy } from '../../ui/icons/codes';
import { ExternalLink } from '../../ui/icons/display';
import type { EventAction, EventMenuProps } from './event-menu';

const ACTIONS = [
  ['switch', ArrowLeftRight],
  ['reports', ChartLine],
  ['orders', BellRing],
  ['evacuation', OctagonAlert],
  ['devices', Smartphone],
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
] as const satisfies readonly [EventAction | 'reports', Icon][];

export interface ShownEventAction {
  action: EventAction | 'reports';
  Icon: Icon;
  text: string;
  run: () => void;
}

/** Returns the actions of an admin on the selected event, in the order of the menu. */
export function useEventActions({ eventId, onChoose }: EventMenuProps): ShownEventAction[] {
  const navigate = useNavigate();
  return ACTIONS.map(([action, Icon]) => ({
    action,
    Icon,
    text: dialogTexts.eventDialogs[action],
    run: () => {
      if (action === 'reports') void navigate(`${paths.reports}?event=${encodeURIComponent(eventId)}`);
      else onChoose(action);
    },
  }));
}
