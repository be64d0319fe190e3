import { EllipsisVertical, PencilLine, RotateCcw, Tally5, Trash2, UsersRound } from 'lucide-react';
import type { Area } from '../../../../src/shared/schemas/area';
import { texts } from '../../lib/texts';
import { Menu, MenuItem } from '../../ui/menu';

/** What an admin can do with an area. */
export type AreaAction = 'rename' | 'capacity' | 'recount' | 'reset' | 'delete';

export interface AreaMenuProps {
  area: Area;
  onManage: (action: AreaAction, area: Area) => void;
}

export function AreaMenu({ area, onManage }: AreaMenuProps) {
  return (
    <Menu
      label={texts.areas.options(area.areaName)}
      heading={area.areaName}
      icon={<EllipsisVertical aria-hidden size={20} />}
    >
      <MenuItem icon={<PencilLine aria-hidden size={18} />} onSelect={() => onManage('rename', area)}>
        {texts.areas.rename}
      </MenuItem>
      <MenuItem icon={<UsersRound aria-hidden size={18} />} onSelect={() => onManage('capacity', area)}>
        {texts.areas.changeCapacity}
      </MenuItem>
      <MenuItem icon={<Tally5 aria-hidden size={18} />} onSelect={() => onManage('recount', area)}>
        {texts.areas.recount}
      </MenuItem>
      <MenuItem icon={<RotateCcw aria-hidden size={18} />} onSelect={() => onManage('reset', area)}>
        {texts.areas.reset}
      </MenuItem>
      <MenuItem danger icon={<Trash2 aria-hidden size={18} />} onSelect={() => onManage('delete', area)}>
        {texts.areas.delete}
      </MenuItem>
    </Menu>
  );
}
