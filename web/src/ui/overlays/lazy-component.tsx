import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { reloadForNewVersion } from '../../offline/new-version';
import { texts } from '../../texts/texts';
import { isUnloadGuarded } from '../../offline/unload-guard';
import { Button } from '../button';
import { Notice } from '../notice';

/**
 * Creates a component that is loaded separately. If its code cannot be loaded, `Missing` replaces it and the rest of
 * the page works. That happens without a network, and when a deploy has replaced the code (Vite then emits
 * `vite:preloadError` and rejects).
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
 * Does what {@link lazyComponent} does, for parts that open on a press. After preloading, the part renders at once. Otherwise
 * React would show the fallback for at least 300 ms (FALLBACK_THROTTLE_MS).
 * @returns the part, and a function that preloads it
 */
export function preloadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props>,
): readonly [ComponentType<Props>, fetch: () => Promise<ComponentType<Props>>] {
  let Fetched: ComponentType<Props> | null = null;
  const fetch = async () => (Fetched ??= await load());
  const Late = lazyComponent(fetch, Missing);
  function Part(props: Props) {
    // A shown part keeps its component: with another one React would begin again, and what was typed would be lost.
    const [Shown] = useState<ComponentType<Props>>(() => Fetched ?? Late);
    return <Shown {...props} />;
  }
  return [Part, fetch];
}

/** Whether the page is being reloaded, or whether that is not yet decided. */
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

/** Replaces a dialog or menu whose code cannot be loaded: a bar at the bottom that does not move the area cards. */
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
