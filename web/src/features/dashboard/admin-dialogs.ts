import { fetchAreaMenuList } from '../counting/areas/area-menu';
import { fetchEventMenuList } from '../events/event-menu';
import type { NoEventProps } from '../events/no-event';
import { withTexts } from '../../texts/later-texts';
import { lazyComponent, MissingDialog, preloadable } from '../../ui/overlays/lazy-component';
import { preload } from './dialogs';
import { MissingScreen } from '../failure/missing-screen';

const importEventDialogs = () => import('./event-dialogs');
const importAddArea = () => import('../counting/dialogs/add-area-dialog');
const importArea = () => withTexts(import('../counting/dialogs/area-dialog'), 'trouble');
const importOrderLines = () => import('../orders/order-lines');
const importEvacuation = () => import('../evacuation/evacuation-control');
const importSettings = () => import('../account/settings/account-settings');
const importFirstSteps = () => import('../creating/first-steps');

const Nothing = () => null;

/** Dialogs that only members open, loaded separately (see dashboard/dialogs.ts for the others). */
export const EventDialogs = lazyComponent(async () => (await importEventDialogs()).EventDialogs, MissingDialog);
export const AddAreaDialog = lazyComponent(async () => (await importAddArea()).AddAreaDialog, MissingDialog);
export const AreaDialog = lazyComponent(async () => (await importArea()).AreaDialog, MissingDialog);
/** Loaded when an order is in force. Without it, the page Doors lists the orders. */
export const OrderLines = lazyComponent(async () => (await importOrderLines()).OrderLines, Nothing);
/** Loaded after the pads. Without it, the page Doors opens the dialog. */
export const EvacuationControl = lazyComponent(async () => (await importEvacuation()).EvacuationControl, Nothing);
export const AccountSettings = lazyComponent(async () => (await importSettings()).AccountSettings, MissingDialog);

/** Prefetched, so that it is there at once: after an event is deleted, the focus goes to the heading of this screen. */
const [NoEvent, fetchNoEvent] = preloadable<NoEventProps>(
  async () => (await import('../events/no-event')).NoEvent,
  MissingScreen,
);
export { NoEvent };
/** Shown only to members with chosen events. */
export const NothingChosen = lazyComponent(
  async () => (await withTexts(import('../account/members/nothing-chosen'), 'members')).NothingChosen,
  MissingScreen,
);
/**
 * The steps for an account or event that is still empty. If their code cannot be loaded, the dialogs offer the same
 * actions.
 */
export const FirstEvent = lazyComponent(async () => (await importFirstSteps()).FirstEvent, Nothing);
export const FirstArea = lazyComponent(async () => (await importFirstSteps()).FirstArea, Nothing);
export const ShareCode = lazyComponent(async () => (await importFirstSteps()).ShareCode, Nothing);

export const preloadDialogs = (): (() => void) =>
  preload([fetchEventMenuList, fetchAreaMenuList, fetchNoEvent, importEventDialogs, importAddArea, importArea]);
