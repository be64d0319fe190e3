import { ArrowLeftRight, EllipsisVertical } from 'lucide-react';
import { texts } from '../../lib/texts';
import { IconButton } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';

export interface EventMenuProps {
  onSwitch: () => void;
}

/** What an admin can do with the selected event. */
export function EventMenu({ onSwitch }: EventMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={texts.event.options} className="-mr-2">
          <EllipsisVertical aria-hidden size={22} />
        </IconButton>
      }
    >
      <MenuItem icon={<ArrowLeftRight aria-hidden size={18} />} onSelect={onSwitch}>
        {texts.event.switch}
      </MenuItem>
    </Menu>
  );
}
