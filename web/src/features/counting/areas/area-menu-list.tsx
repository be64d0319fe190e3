import { useId } from 'react';
import { dialogTexts } from '../../../texts/dialog-texts';
import { PencilLine, Plug, RotateCcw, Share, Tally5, Trash2, UsersRound } from '../../../ui/icons/menus';
import type { OpenMenu } from '../../../ui/overlays/menu';
import { MenuItem, MenuList } from '../../../ui/overlays/menu-list';
import { AreaTrust } from './number-trust';
import type { AreaMenuProps } from './area-menu';

export function AreaMenuList({ area, onManage, ...open }: OpenMenu & AreaMenuProps) {
  const trustId = useId();
  return (
    <MenuList {...open} heading={area.areaName}>
      <MenuItem icon={<PencilLine size={18} />} onSelect={() => onManage('rename', area)}>
        {dialogTexts.areaDialogs.rename}
      </MenuItem>
      <MenuItem icon={<UsersRound size={18} />} onSelect={() => onManage('capacity', area)}>
        {dialogTexts.areaDialogs.changeCapacity}
      </MenuItem>
      <MenuItem icon={<Tally5 size={18} />} describedBy={trustId} onSelect={() => onManage('recount', area)}>
        {dialogTexts.areaDialogs.recount}
      </MenuItem>
      <MenuItem icon={<Share size={18} />} onSelect={() => onManage('share', area)}>
        {dialogTexts.join.shareDoor}
      </MenuItem>
      <MenuItem icon={<RotateCcw size={18} />} onSelect={() => onManage('reset', area)}>
        {dialogTexts.areaDialogs.reset}
      </MenuItem>
      <MenuItem icon={<Plug size={18} />} onSelect={() => onManage('machine', area)}>
        {dialogTexts.areaDialogs.machine.title}
      </MenuItem>
      <MenuItem danger icon={<Trash2 size={18} />} onSelect={() => onManage('delete', area)}>
        {dialogTexts.areaDialogs.delete}
      </MenuItem>
      <AreaTrust id={trustId} areaId={area.areaId} />
    </MenuList>
  );
}
