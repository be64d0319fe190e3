import { useNavigate } from 'react-router-dom';
import { lateTexts } from '../../texts/dialog-texts';
import { paths } from '../../urls/paths';
import type { Icon } from '../../ui/icon';
import { ArrowLeftRight } from '../../ui/icons/arrow-left-right';
import { Building2 } from '../../ui/icons/building-2';
import { CalendarClock } from '../../ui/icons/calendar-clock';
import { ChartLine } from '../../ui/icons/chart-line';
import { Copy } from '../../ui/icons/copy';
import { PencilLine } from '../../ui/icons/pencil-line';
import { RotateCcw } from '../../ui/icons/rotate-ccw';
import { Smartphone } from '../../ui/icons/smartphone';
import { Trash2 } from '../../ui/icons/trash-2';
import { Tv } from '../../ui/icons/tv';
import type { EventAction, EventMenuProps } from './event-menu';

const ACTIONS = [
  ['switch', ArrowLeftRight],
  ['reports', ChartLine],
  ['devices', Smartphone],
  ['display', Tv],
  ['venue', Building2],
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

/** What an admin can do with the selected event, in the menu's order. */
export function useEventActions({ eventId, onChoose }: EventMenuProps): ShownEventAction[] {
  const navigate = useNavigate();
  return ACTIONS.map(([action, Icon]) => ({
    action,
    Icon,
    text: lateTexts.eventDialogs[action],
    run: () => {
      if (action === 'reports') void navigate(`${paths.reports}?event=${encodeURIComponent(eventId)}`);
      else onChoose(action);
    },
  }));
}
