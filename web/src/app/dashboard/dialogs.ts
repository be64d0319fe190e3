import { lazyPart, MissingDialog } from '../lazy-part';

const importSwitchEvent = () => import('../../features/events/switch-event-dialog');
const importCreateEvent = () => import('../../features/events/create-event-dialog');
const importRenameEvent = () => import('../../features/events/rename-event-dialog');
const importDeleteEvent = () => import('../../features/events/delete-event-dialog');
const importShare = () => import('../../features/join/share-dialog');
const importJoinOffer = () => import('../../features/join/join-offer-dialog');
const importVenue = () => import('../../features/venue/venue-dialog');
const importDevices = () => import('../../features/devices/devices-dialog');
const importDisplayLink = () => import('../../features/display-link/display-link-dialog');
const importAddArea = () => import('../../features/areas/add-area-dialog');
const importArea = () => import('../../features/areas/area-dialog');
const importSettings = () => import('../../features/account/settings/account-settings');
export const importLogOut = () => import('./log-out-dialog');

/** What nobody needs in order to count: loaded apart. */
export const SwitchEventDialog = lazyPart(async () => (await importSwitchEvent()).SwitchEventDialog, MissingDialog);
export const CreateEventDialog = lazyPart(async () => (await importCreateEvent()).CreateEventDialog, MissingDialog);
export const RenameEventDialog = lazyPart(async () => (await importRenameEvent()).RenameEventDialog, MissingDialog);
export const DeleteEventDialog = lazyPart(async () => (await importDeleteEvent()).DeleteEventDialog, MissingDialog);
export const ShareDialog = lazyPart(async () => (await importShare()).ShareDialog, MissingDialog);
export const JoinOfferDialog = lazyPart(async () => (await importJoinOffer()).JoinOfferDialog, MissingDialog);
export const VenueDialog = lazyPart(async () => (await importVenue()).VenueDialog, MissingDialog);
export const DevicesDialog = lazyPart(async () => (await importDevices()).DevicesDialog, MissingDialog);
export const DisplayLinkDialog = lazyPart(async () => (await importDisplayLink()).DisplayLinkDialog, MissingDialog);
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
  preload([
    importSwitchEvent,
    importCreateEvent,
    importRenameEvent,
    importDeleteEvent,
    importShare,
    importVenue,
    importDevices,
    importDisplayLink,
    importAddArea,
    importArea,
  ]);
/** For everyone. */
export const preloadLogOut = (): (() => void) => preload([importLogOut]);
