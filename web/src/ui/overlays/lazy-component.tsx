import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { reloadForNewVersion } from '../../offline/new-version';
import { texts } from '../../texts/texts';
import { isUnloadGuarded } from '../../offline/unload-guard';
import { Button } from '../button';
import { Notice } from '../notice';

/**
 * A part that is loaded separately. If its code cannot be loaded (no network, or a deploy has replaced it: Vite emits
 * `vite:preloadError` and rejects), `Missing` replaces it, and the rest goes on.
 */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.warn('A part could not be loaded', error);
      return { default: Missing };
    }
  });
}

/**
 * Like {@link lazyComponent}, for parts that open under a finger: after preloading it renders at once, without the fallback
 * that React shows for at least 300 ms (FALLBACK_THROTTLE_MS).
 * @returns the part, and a function that preloads it
 */
export function preloadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props>,
): readonly [ComponentType<Props>, fetch: () => Promise<ComponentType<Props>>] {
  let Fetched: ComponentType<Props> | null = null;
  const fetch = async () => (Fetched ??= await load());
  const Late = lazyComponent(fetch, Missing);
  const Part = (props: Props) => (Fetched ? <Fetched {...props} /> : <Late {...props} />);
  return [Part, fetch];
}

/** Whether the page is being reloaded, or may still be. */
export function useReload(): boolean {
  const [reloading, setReloading] = useState(true);
  useEffect(() => {
    void reloadForNewVersion().then(setReloading);
  }, []);
  return reloading;
}

export const missingText = (): string =>
  isUnloadGuarded()
    ? `${texts.errors.partMissingText} ${texts.errors.partMissingUnsent}`
    : texts.errors.partMissingText;

/** Replaces a dialog or a menu: a bar that leaves the counters where they are. */
export function MissingDialog({ onClose }: { onClose: () => void }) {
  const reloading = useReload();
  if (reloading) return null;
  return createPortal(
    <div className="safe-bottom safe-x rise-in fixed inset-x-0 bottom-0 z-40 border-t border-line bg-raised pt-4">
      <div className="mx-auto grid max-w-md gap-3">
        <Notice tone="bad">{missingText()}</Notice>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="quiet" onClick={onClose}>
            {texts.common.close}
          </Button>
          <Button onClick={() => location.reload()}>{texts.common.reload}</Button>
        </div>
      </div>
    </div>,
    document.body,
  );
}
