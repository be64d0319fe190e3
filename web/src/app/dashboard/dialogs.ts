import { lazy } from 'react';

const importSwitchEvent = () => import('../../features/events/switch-event-dialog');
const importCreateEvent = () => import('../../features/events/create-event-dialog');
const importAddArea = () => import('../../features/areas/add-area-dialog');
export const importLogOut = () => import('./log-out-dialog');

/** What nobody needs in order to count: loaded apart. */
export const SwitchEventDialog = lazy(async () => ({ default: (await importSwitchEvent()).SwitchEventDialog }));
export const CreateEventDialog = lazy(async () => ({ default: (await importCreateEvent()).CreateEventDialog }));
export const AddAreaDialog = lazy(async () => ({ default: (await importAddArea()).AddAreaDialog }));
export const LogOutDialog = lazy(async () => ({ default: (await importLogOut()).LogOutDialog }));
export const EventMenu = lazy(async () => ({ default: (await import('../../features/events/event-menu')).EventMenu }));

const PRELOAD_AFTER_MS = 1_000;

/** Fetches dialogs once the dashboard stands, so that they open at once, and without a network too. */
function preload(imports: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    for (const load of imports) load().catch(() => undefined);
  }, PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}

/** For admins. */
export const preloadDialogs = (): (() => void) => preload([importSwitchEvent, importCreateEvent, importAddArea]);
/** For everyone. */
export const preloadLogOut = (): (() => void) => preload([importLogOut]);
