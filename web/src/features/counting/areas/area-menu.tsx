import type { Area } from '../../../../../src/shared/schemas/area';
import { texts } from '../../../texts/texts';
import { EllipsisVertical } from '../../../ui/icons/counting';
import { MissingDialog, preloadable } from '../../../ui/overlays/lazy-component';
import { Menu, type OpenMenu } from '../../../ui/overlays/menu';

/** The actions in the options menu of an area, which whoever controls its event has. */
export type AreaAction = 'rename' | 'capacity' | 'recount' | 'share' | 'machine' | 'reset' | 'delete';

export interface AreaMenuProps {
  area: Area;
  onManage: (action: AreaAction, area: Area) => void;
}

const [AreaMenuList, fetchAreaMenuList] = preloadable<OpenMenu & AreaMenuProps>(
  async () => (await import('./area-menu-list')).AreaMenuList,
  MissingDialog,
);

export { fetchAreaMenuList };

export function AreaMenu(props: AreaMenuProps) {
  return (
    <Menu
      label={texts.areas.options(props.area.areaName)}
      icon={<EllipsisVertical size={20} />}
      load={fetchAreaMenuList}
    >
      {(open) => <AreaMenuList {...open} {...props} />}
    </Menu>
  );
}
