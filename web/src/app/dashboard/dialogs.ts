import { lazy } from 'react';

const importSwitchEvent = () => import('../../features/events/switch-event-dialog');
const importCreateEvent = () => import('../../features/events/create-event-dialog');
const importAddArea = () => import('../../features/areas/add-area-dialog');

/** What only an admin opens, and nobody needs in order to count: loaded apart. */
export const SwitchEventDialog = lazy(async () => ({ default: (await importSwitchEvent()).SwitchEventDialog }));
export const CreateEventDialog = lazy(async () => ({ default: (await importCreateEvent()).CreateEventDialog }));
export const AddAreaDialog = lazy(async () => ({ default: (await importAddArea()).AddAreaDialog }));
export const EventMenu = lazy(async () => ({ default: (await import('../../features/events/event-menu')).EventMenu }));

const PRELOAD_AFTER_MS = 1_000;

/** Fetches the dialogs once the dashboard stands, so that they open at once, and without a network too. */
export function preloadDialogs(): () => void {
  const timer = setTimeout(() => {
    for (const load of [importSwitchEvent, importCreateEvent, importAddArea]) load().catch(() => undefined);
  }, PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}
