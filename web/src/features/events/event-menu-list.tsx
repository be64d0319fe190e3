import type { OpenMenu } from '../../ui/overlays/menu';
import { MenuItem, MenuList } from '../../ui/overlays/menu-list';
import type { EventMenuProps } from './event-menu';
import { useEventActions } from './use-event-actions';

export function EventMenuList({ eventId, onChoose, ...open }: OpenMenu & EventMenuProps) {
  const actions = useEventActions({ eventId, onChoose });
  return (
    <MenuList {...open}>
      {actions.map(({ action, Icon, text, run }) => (
        <MenuItem key={action} danger={action === 'delete'} icon={<Icon size={18} />} onSelect={run}>
          {text}
        </MenuItem>
      ))}
    </MenuList>
  );
}
