import { fetchAreaMenuList } from '../../features/areas/area-menu';
import { fetchEventMenuList } from '../../features/events/event-menu';
import type { NoEventProps } from '../../features/events/no-event';
import { lazyPart, MissingDialog, promptPart } from '../../ui/lazy-part';
import { MissingScreen } from '../missing-screen';

const importEventDialogs = () => import('./event-dialogs');
const importShare = () => import('./code-share-dialog');
const importJoinOffer = () => import('../../features/join/join-offer-dialog');
const importAddArea = () => import('../../features/areas/add-area-dialog');
const importArea = () => import('../../features/areas/area-dialog');
const importSettings = () => import('../../features/account/settings/account-settings');
export const importLogOut = () => import('./log-out-dialog');
const importFirstSteps = () => import('../../features/creating/first-steps');

const Nothing = () => null;

/** What nobody needs in order to count: loaded apart. */
export const EventDialogs = lazyPart(async () => (await importEventDialogs()).EventDialogs, MissingDialog);
export const CodeShareDialog = lazyPart(async () => (await importShare()).CodeShareDialog, MissingDialog);
export const JoinOfferDialog = lazyPart(async () => (await importJoinOffer()).JoinOfferDialog, MissingDialog);
export const AddAreaDialog = lazyPart(async () => (await importAddArea()).AddAreaDialog, MissingDialog);
export const AreaDialog = lazyPart(async () => (await importArea()).AreaDialog, MissingDialog);
export const AccountSettings = lazyPart(async () => (await importSettings()).AccountSettings, MissingDialog);
export const LogOutDialog = lazyPart(async () => (await importLogOut()).LogOutDialog, MissingDialog);

/** Once fetched it is there at once: the focus goes to its heading after an event was deleted. */
const [NoEvent, fetchNoEvent] = promptPart<NoEventProps>(
  async () => (await import('../../features/events/no-event')).NoEvent,
  MissingScreen,
);
export { NoEvent };
/** For an account or an event that has nothing yet. Without their code the dialogs do the same. */
export const FirstEvent = lazyPart(async () => (await importFirstSteps()).FirstEvent, Nothing);
export const FirstArea = lazyPart(async () => (await importFirstSteps()).FirstArea, Nothing);
export const ShareCode = lazyPart(async () => (await importFirstSteps()).ShareCode, Nothing);

/** What a person does first on the dashboard, whatever it is. */
const FIRST_ACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * Fetches dialogs once somebody uses the dashboard: they open at once, and without a network too, and whoever only looks
 * does not pay for them.
 */
export function preload(imports: readonly (() => Promise<unknown>)[]): () => void {
  const used = new AbortController();
  const load = () => {
    used.abort();
    for (const importPart of imports) importPart().catch(() => undefined);
  };
  for (const action of FIRST_ACTIONS) window.addEventListener(action, load, { signal: used.signal });
  return () => used.abort();
}

/** For admins. */
export const preloadDialogs = (): (() => void) =>
  preload([fetchEventMenuList, fetchAreaMenuList, fetchNoEvent, importEventDialogs, importAddArea, importArea]);
/** For everyone. */
export const preloadLogOut = (): (() => void) => preload([importLogOut]);
