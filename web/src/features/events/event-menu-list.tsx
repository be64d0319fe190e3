import { ArrowLeftRight, Building2, PencilLine, Smartphone, Trash2, Tv } from 'lucide-react';
import { lateTexts } from '../../lib/late-texts';
import type { OpenMenu } from '../../ui/menu';
import { MenuItem, MenuList } from '../../ui/menu-list';
import type { EventAction, EventMenuProps } from './event-menu';

const ITEMS = [
  ['switch', ArrowLeftRight],
  ['devices', Smartphone],
  ['display', Tv],
  ['venue', Building2],
  ['rename', PencilLine],
  ['delete', Trash2],
] as const satisfies readonly [EventAction, unknown][];

export const EventMenuList = ({ onChoose, ...open }: OpenMenu & EventMenuProps) => (
  <MenuList {...open}>
    {ITEMS.map(([action, Icon]) => (
      <MenuItem
        key={action}
        danger={action === 'delete'}
        icon={<Icon aria-hidden size={18} />}
        onSelect={() => onChoose(action)}
      >
        {lateTexts.eventDialogs[action]}
      </MenuItem>
    ))}
  </MenuList>
);
