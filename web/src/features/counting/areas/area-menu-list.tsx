import { useId } from 'react';
import type { OpenMenu } from '../../../ui/overlays/menu';
import { MenuItem, MenuList } from '../../../ui/overlays/menu-list';
import { useSession } from '../../../session/session';
import { areaActionsOf } from './area-actions';
import { AreaTrust } from './number-trust';
import type { AreaMenuProps } from './area-menu';

export function AreaMenuList({ area, onManage, ...open }: OpenMenu & AreaMenuProps) {
  const trustId = useId();
  const { user } = useSession();
  return (
    <MenuList {...open} heading={area.areaName}>
      {(user ? areaActionsOf(user) : []).map(({ action, Icon, text }) => (
        <MenuItem
          key={action}
          danger={action === 'delete'}
          icon={<Icon size={18} />}
          {...(action === 'recount' && { describedBy: trustId })}
          onSelect={() => onManage(action, area)}
        >
          {text}
        </MenuItem>
      ))}
      <AreaTrust id={trustId} areaId={area.areaId} />
    </MenuList>
  );
}
