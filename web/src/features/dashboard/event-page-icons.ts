import type { Icon } from '../../ui/icon';
import { DoorOpen, Settings, TriangleAlert } from '../../ui/icons/counting';
import { ChartLine, Tally5 } from '../../ui/icons/menus';
import type { EventPage } from './event-pages';

/** The icons of an event's pages. The tabs have none, so that they need not load them. */
export const EVENT_PAGE_ICONS: Readonly<Record<EventPage, Icon>> = {
  count: Tally5,
  alerts: TriangleAlert,
  doors: DoorOpen,
  reports: ChartLine,
  settings: Settings,
};
