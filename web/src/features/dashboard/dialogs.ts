import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';

const importShare = () => import('./code-share-dialog');
const importJoinOffer = () => import('../join/join-offer');
export const importLogOut = () => import('./door/log-out-dialog');

/** Not needed for counting, so it is loaded separately. */
export const CodeShareDialog = lazyComponent(async () => (await importShare()).CodeShareDialog, MissingDialog);
export const JoinOffer = lazyComponent(async () => (await importJoinOffer()).JoinOffer, MissingDialog);
export const LogOutDialog = lazyComponent(async () => (await importLogOut()).LogOutDialog, MissingDialog);

/** The first thing that a person does on the dashboard. */
const FIRST_ACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * Loads the dialogs when somebody uses the dashboard: then they open at once, and without a network too. Whoever only
 * looks does not load them.
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

export const preloadLogOut = (): (() => void) => preload([importLogOut]);
