import { texts } from '../../texts/app-texts';
import { EllipsisVertical } from '../../ui/icons/counting';
import { MissingDialog, preloadable } from '../../ui/overlays/lazy-component';
import { Menu, type OpenMenu } from '../../ui/overlays/menu';

/** The actions on the selected event: an evacuation starts elsewhere, all others are in its options menu. */
export type EventAction = 'switch' | 'evacuation' | 'rename' | 'duplicate' | 'resetAll' | 'delete';

export interface EventMenuProps {
  eventId: string;
  onChoose: (action: EventAction) => void;
}

const [EventMenuList, fetchEventMenuList] = preloadable<OpenMenu & EventMenuProps>(
  async () => (await import('./event-menu-list')).EventMenuList,
  MissingDialog,
);

export { fetchEventMenuList };

export function EventMenu(props: EventMenuProps) {
  return (
    <Menu
      label={texts.event.options}
      icon={<EllipsisVertical size={22} />}
      className="order-last -me-2"
      load={fetchEventMenuList}
    >
      {(open) => <EventMenuList {...open} {...props} />}
    </Menu>
  );
}
