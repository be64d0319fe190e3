import { ArrowLeftRight, EllipsisVertical, PencilLine, Trash2 } from 'lucide-react';
import { texts } from '../../lib/texts';
import { Menu, MenuItem } from '../../ui/menu';

export interface EventMenuProps {
  onSwitch: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** What an admin can do with the selected event. */
export function EventMenu({ onSwitch, onRename, onDelete }: EventMenuProps) {
  return (
    <Menu label={texts.event.options} icon={<EllipsisVertical aria-hidden size={22} />} className="order-last -mr-2">
      <MenuItem icon={<ArrowLeftRight aria-hidden size={18} />} onSelect={onSwitch}>
        {texts.event.switch}
      </MenuItem>
      <MenuItem icon={<PencilLine aria-hidden size={18} />} onSelect={onRename}>
        {texts.event.rename}
      </MenuItem>
      <MenuItem danger icon={<Trash2 aria-hidden size={18} />} onSelect={onDelete}>
        {texts.event.delete}
      </MenuItem>
    </Menu>
  );
}
