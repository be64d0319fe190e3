import { useNavigate } from 'react-router-dom';
import { lateTexts } from '../../lib/late-texts';
import { paths } from '../../lib/paths';
import { ArrowLeftRight } from '../../ui/icons/arrow-left-right';
import { Building2 } from '../../ui/icons/building-2';
import { CalendarClock } from '../../ui/icons/calendar-clock';
import { ChartLine } from '../../ui/icons/chart-line';
import { PencilLine } from '../../ui/icons/pencil-line';
import { Smartphone } from '../../ui/icons/smartphone';
import { Trash2 } from '../../ui/icons/trash-2';
import { Tv } from '../../ui/icons/tv';
import type { OpenMenu } from '../../ui/menu';
import { MenuItem, MenuList } from '../../ui/menu-list';
import type { EventAction, EventMenuProps } from './event-menu';

const ITEMS = [
  ['switch', ArrowLeftRight],
  ['reports', ChartLine],
  ['devices', Smartphone],
  ['display', Tv],
  ['venue', Building2],
  ['schedule', CalendarClock],
  ['rename', PencilLine],
  ['delete', Trash2],
] as const satisfies readonly [EventAction | 'reports', unknown][];

export function EventMenuList({ eventId, onChoose, ...open }: OpenMenu & EventMenuProps) {
  const navigate = useNavigate();
  const choose = (item: EventAction | 'reports') => {
    if (item === 'reports') void navigate(`${paths.reports}?event=${encodeURIComponent(eventId)}`);
    else onChoose(item);
  };
  return (
    <MenuList {...open}>
      {ITEMS.map(([item, Icon]) => (
        <MenuItem
          key={item}
          danger={item === 'delete'}
          icon={<Icon aria-hidden size={18} />}
          onSelect={() => choose(item)}
        >
          {lateTexts.eventDialogs[item]}
        </MenuItem>
      ))}
    </MenuList>
  );
}
