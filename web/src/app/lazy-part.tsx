import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from 'react';
import { reloadForNewVersion } from '../lib/new-version';
import { texts } from '../lib/texts';
import { isUnloadGuarded } from '../lib/unload-guard';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Spinner } from '../ui/spinner';
import { FailureScreen } from './failure-screen';

/**
 * A part that is loaded apart. Where its code cannot be had (no network, or a deploy has replaced it: Vite says
 * `vite:preloadError` and rejects), `Missing` stands in its place, and the rest goes on.
 */
export function lazyPart<Props>(
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

/** Whether the page is being reloaded, or may yet be. */
function useReload(): boolean {
  const [reloading, setReloading] = useState(true);
  useEffect(() => {
    void reloadForNewVersion().then(setReloading);
  }, []);
  return reloading;
}

const missingText = (): string =>
  isUnloadGuarded()
    ? `${texts.errors.partMissingText} ${texts.errors.partMissingUnsent}`
    : texts.errors.partMissingText;

/** In place of a whole screen. */
export function MissingScreen() {
  const reloading = useReload();
  if (reloading) return <Spinner />;
  return <FailureScreen title={texts.errors.partMissingTitle} text={missingText()} />;
}

/** In place of a dialog: a bar that leaves the counters where they are. */
export function MissingDialog({ onClose }: { onClose: () => void }) {
  const reloading = useReload();
  if (reloading) return null;
  return (
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
    </div>
  );
}
