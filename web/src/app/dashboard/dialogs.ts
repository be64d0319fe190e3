import { fetchAreaMenuList } from '../../features/areas/area-menu';
import { fetchEventMenuList } from '../../features/events/event-menu';
import { lazyPart, MissingDialog } from '../../ui/lazy-part';

const importEventDialogs = () => import('./event-dialogs');
const importShare = () => import('../../features/join/share-dialog');
const importJoinOffer = () => import('../../features/join/join-offer');
const importAddArea = () => import('../../features/areas/add-area-dialog');
const importArea = () => import('../../features/areas/area-dialog');
const importSettings = () => import('../../features/account/settings/account-settings');
export const importLogOut = () => import('./log-out-dialog');

/** What nobody needs in order to count: loaded apart. */
export const EventDialogs = lazyPart(async () => (await importEventDialogs()).EventDialogs, MissingDialog);
export const ShareDialog = lazyPart(async () => (await importShare()).ShareDialog, MissingDialog);
export const JoinOffer = lazyPart(async () => (await importJoinOffer()).JoinOffer, MissingDialog);
export const AddAreaDialog = lazyPart(async () => (await importAddArea()).AddAreaDialog, MissingDialog);
export const AreaDialog = lazyPart(async () => (await importArea()).AreaDialog, MissingDialog);
export const AccountSettings = lazyPart(async () => (await importSettings()).AccountSettings, MissingDialog);
export const LogOutDialog = lazyPart(async () => (await importLogOut()).LogOutDialog, MissingDialog);

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
  preload([fetchEventMenuList, fetchAreaMenuList, importEventDialogs, importAddArea, importArea]);
/** For everyone. */
export const preloadLogOut = (): (() => void) => preload([importLogOut]);
