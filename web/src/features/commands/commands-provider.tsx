import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import type { User } from '../../../../src/shared/schemas/user';
import { readSelectedEventId } from '../../session/storage';
import { texts } from '../../texts/app-texts';
import { MissingDialog, preloadable } from '../../ui/overlays/lazy-component';
import { SpinningRing } from '../../ui/spinner';
import { paths } from '../../urls/paths';
import { CommandsContext, type ShownDashboard } from '../dashboard/commands';
import type { CommandsProps } from './commands';

const [Commands, fetchCommands] = preloadable<CommandsProps>(
  async () => (await import('./commands')).Commands,
  MissingDialog,
);

const prepare = () => void fetchCommands().catch(() => undefined);

/** While a dialog is open, only its own decision can be made. */
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** Returns the event that a page is about: the one in its address, or else the selected one. */
function eventOf(pathname: string, search: string): string | null {
  const match = matchPath(paths.eventSettings, pathname) ?? matchPath(paths.eventDoors, pathname);
  return match?.params.eventId ?? new URLSearchParams(search).get('event') ?? readSelectedEventId();
}

/** Provides the command menu, which Ctrl+K and ⌘K open on each of an admin's screens. */
export function CommandsProvider({ user, children }: { user: User; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const dashboard = useRef<ShownDashboard | null>(null);
  const [opened, setOpened] = useState<{ eventId: string | null; isOpen: boolean } | null>(null);
  const isOpen = opened?.isOpen ?? false;

  const open = useCallback(() => {
    const { current } = dashboard;
    setOpened({ eventId: current ? current.eventId : eventOf(pathname, search), isOpen: true });
  }, [pathname, search]);

  const close = useCallback(() => setOpened((last) => last && { ...last, isOpen: false }), []);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
      if (key === 'Control' || key === 'Meta') prepare();
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || shiftKey || altKey) return;
      if (!isOpen && isDialogOpen()) return;
      event.preventDefault();
      if (repeat) return;
      if (isOpen) close();
      else open();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOpen, open, close]);

  const setDashboard = useCallback((shown: ShownDashboard | null) => {
    dashboard.current = shown;
  }, []);
  const menu = useMemo(() => ({ open, prepare, setDashboard }), [open, setDashboard]);
  return (
    <CommandsContext value={menu}>
      {children}
      {opened && (
        <Suspense fallback={<Loading onClose={close} />}>
          <Commands user={user} {...opened} dashboard={dashboard} onClose={close} />
        </Suspense>
      )}
    </CommandsContext>
  );
}

/**
 * Says that the menu loads, over the page and without taking presses. A press or Escape gives it up, so that it does not
 * appear under a thumb that counts.
 */
function Loading({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    document.addEventListener('pointerdown', onClose);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', onClose);
      document.removeEventListener('keydown', press);
    };
  }, [onClose]);
  return (
    <output aria-label={texts.common.loading} className="pointer-events-none fixed inset-x-0 top-0 z-40 grid">
      <span className="m-2 justify-self-center rounded-full bg-raised p-2 shadow-lift">
        <SpinningRing className="block size-6 border-3" />
      </span>
    </output>
  );
}
