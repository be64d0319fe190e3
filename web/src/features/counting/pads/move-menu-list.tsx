import { dialogTexts } from '../../../texts/dialog-texts';
import type { OpenMenu } from '../../../ui/overlays/menu';
import { MenuItem, MenuList } from '../../../ui/overlays/menu-list';
import type { MovesProps } from './step-pads';

/** The areas to which people can move from an area. */
export function MoveMenuList({ area, targets, disabled, onMove, ...open }: OpenMenu & MovesProps) {
  return (
    <MenuList {...open} heading={dialogTexts.move.choose(area.areaName)}>
      {targets.map((target) => (
        <MenuItem key={target.areaId} disabled={disabled} onSelect={() => onMove(target)}>
          {dialogTexts.move.to(target.areaName)}
        </MenuItem>
      ))}
    </MenuList>
  );
}
