import { lateTexts } from '../../../texts/dialog-texts';
import { PencilLine, RotateCcw, Share, Tally5, Trash2, UsersRound } from '../../../ui/icons/menus';
import type { OpenMenu } from '../../../ui/overlays/menu';
import { MenuItem, MenuList } from '../../../ui/overlays/menu-list';
import type { AreaMenuProps } from './area-menu';

export function AreaMenuList({ area, onManage, ...open }: OpenMenu & AreaMenuProps) {
  return (
    <MenuList {...open} heading={area.areaName}>
      <MenuItem icon={<PencilLine aria-hidden size={18} />} onSelect={() => onManage('rename', area)}>
        {lateTexts.areaDialogs.rename}
      </MenuItem>
      <MenuItem icon={<UsersRound aria-hidden size={18} />} onSelect={() => onManage('capacity', area)}>
        {lateTexts.areaDialogs.changeCapacity}
      </MenuItem>
      <MenuItem icon={<Tally5 aria-hidden size={18} />} onSelect={() => onManage('recount', area)}>
        {lateTexts.areaDialogs.recount}
      </MenuItem>
      <MenuItem icon={<Share aria-hidden size={18} />} onSelect={() => onManage('share', area)}>
        {lateTexts.join.shareDoor}
      </MenuItem>
      <MenuItem icon={<RotateCcw aria-hidden size={18} />} onSelect={() => onManage('reset', area)}>
        {lateTexts.areaDialogs.reset}
      </MenuItem>
      <MenuItem danger icon={<Trash2 aria-hidden size={18} />} onSelect={() => onManage('delete', area)}>
        {lateTexts.areaDialogs.delete}
      </MenuItem>
    </MenuList>
  );
}
