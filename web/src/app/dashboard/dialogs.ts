import { lazyPart, MissingDialog } from '../../ui/lazy-part';

const importShare = () => import('./code-share-dialog');
const importJoinOffer = () => import('../../features/join/join-offer');
export const importLogOut = () => import('./log-out-dialog');

/** What nobody needs in order to count: loaded apart. */
export const CodeShareDialog = lazyPart(async () => (await importShare()).CodeShareDialog, MissingDialog);
export const JoinOffer = lazyPart(async () => (await importJoinOffer()).JoinOffer, MissingDialog);
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

export const preloadLogOut = (): (() => void) => preload([importLogOut]);
