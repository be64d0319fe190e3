import { ArrowLeftRight, Building2, EllipsisVertical, PencilLine, Smartphone, Trash2, Tv } from 'lucide-react';
import { texts } from '../../lib/app-texts';
import { Menu, MenuItem } from '../../ui/menu';

/** What an admin can do with the selected event. */
export type EventAction = 'switch' | 'devices' | 'display' | 'venue' | 'rename' | 'delete';

export interface EventMenuProps {
  onChoose: (action: EventAction) => void;
}

const ITEMS = [
  ['switch', ArrowLeftRight],
  ['devices', Smartphone],
  ['display', Tv],
  ['venue', Building2],
  ['rename', PencilLine],
  ['delete', Trash2],
] as const satisfies readonly [EventAction, unknown][];

export function EventMenu({ onChoose }: EventMenuProps) {
  return (
    <Menu label={texts.event.options} icon={<EllipsisVertical aria-hidden size={22} />} className="order-last -mr-2">
      {ITEMS.map(([action, Icon]) => (
        <MenuItem
          key={action}
          danger={action === 'delete'}
          icon={<Icon aria-hidden size={18} />}
          onSelect={() => onChoose(action)}
        >
          {texts.event[action]}
        </MenuItem>
      ))}
    </Menu>
  );
}
