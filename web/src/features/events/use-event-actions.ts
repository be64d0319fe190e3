import { useNavigate } from 'react-router-dom';
import { dialogTexts } from '../../texts/dialog-texts';
import { eventSettingsPath, paths } from '../../urls/paths';
import type { Icon } from '../../ui/icon';
import { ArrowLeftRight, ChartLine, PencilLine, RotateCcw, Smartphone, Trash2 } from '../../ui/icons/menus';
import { BellRing, OctagonAlert } from '../../ui/icons/alerts';
import { Copy } from '../../ui/icons/codes';
import { Settings } from '../../ui/icons/counting';
import type { EventAction, EventMenuProps } from './event-menu';

/** The actions that open another page. */
const PAGES = {
  reports: (eventId: string) => `${paths.reports}?event=${encodeURIComponent(eventId)}`,
  settings: eventSettingsPath,
};

const ACTIONS = [
  ['switch', ArrowLeftRight],
  ['reports', ChartLine],
  ['orders', BellRing],
  ['evacuation', OctagonAlert],
  ['devices', Smartphone],
  ['settings', Settings],
  ['rename', PencilLine],
  ['duplicate', Copy],
  ['resetAll', RotateCcw],
  ['delete', Trash2],
] as const satisfies readonly [EventAction | keyof typeof PAGES, Icon][];

export interface ShownEventAction {
  action: EventAction | keyof typeof PAGES;
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
      if (action === 'reports' || action === 'settings') void navigate(PAGES[action](eventId));
      else onChoose(action);
    },
  }));
}
