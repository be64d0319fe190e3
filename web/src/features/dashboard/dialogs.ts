import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';

const importShare = () => import('./code-share-dialog');
const importJoinOffer = () => import('../join/join-offer');
export const importLogOut = () => import('./door/log-out-dialog');

/** Dialogs that counting does not need, loaded separately. */
export const CodeShareDialog = lazyComponent(async () => (await importShare()).CodeShareDialog, MissingDialog);
export const JoinOffer = lazyComponent(async () => (await importJoinOffer()).JoinOffer, MissingDialog);
export const LogOutDialog = lazyComponent(async () => (await importLogOut()).LogOutDialog, MissingDialog);

/** The events that show that somebody uses the dashboard. */
const FIRST_ACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * Loads the dialogs on the first use of the page. They then open at once, even without a network. A page that is only
 * watched does not load them.
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
