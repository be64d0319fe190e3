import { fetchAreaMenuList } from '../counting/areas/area-menu';
import { fetchEventMenuList } from '../events/event-menu';
import type { NoEventProps } from '../events/no-event';
import { lazyPart, MissingDialog, promptPart } from '../../ui/overlays/lazy-component';
import { preload } from './dialogs';
import { MissingScreen } from '../failure/missing-screen';

const importEventDialogs = () => import('./event-dialogs');
const importAddArea = () => import('../counting/dialogs/add-area-dialog');
const importArea = () => import('../counting/dialogs/area-dialog');
const importSettings = () => import('../account/settings/account-settings');
const importFirstSteps = () => import('../creating/first-steps');

const Nothing = () => null;

/** Like dashboard/dialogs.ts, for what only an admin opens. */
export const EventDialogs = lazyPart(async () => (await importEventDialogs()).EventDialogs, MissingDialog);
export const AddAreaDialog = lazyPart(async () => (await importAddArea()).AddAreaDialog, MissingDialog);
export const AreaDialog = lazyPart(async () => (await importArea()).AreaDialog, MissingDialog);
export const AccountSettings = lazyPart(async () => (await importSettings()).AccountSettings, MissingDialog);

/** Prefetched, so that it is there at once: the focus goes to its heading after an event was deleted. */
const [NoEvent, fetchNoEvent] = promptPart<NoEventProps>(
  async () => (await import('../events/no-event')).NoEvent,
  MissingScreen,
);
export { NoEvent };
/** For an account or an event that has nothing yet. If their code is missing, the dialogs do the same. */
export const FirstEvent = lazyPart(async () => (await importFirstSteps()).FirstEvent, Nothing);
export const FirstArea = lazyPart(async () => (await importFirstSteps()).FirstArea, Nothing);
export const ShareCode = lazyPart(async () => (await importFirstSteps()).ShareCode, Nothing);

export const preloadDialogs = (): (() => void) =>
  preload([fetchEventMenuList, fetchAreaMenuList, fetchNoEvent, importEventDialogs, importAddArea, importArea]);
