import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { User } from '../../../../src/shared/schemas/user';
import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';
import { isDialogOpen } from '../../ui/overlays/open-dialog';
import { CommandsContext, type ShownDashboard } from '../dashboard/commands';
import type { CommandsProps } from './commands';
import { LoadingSign } from './loading-sign';

/** The menu's files are many. This small one lists them, so that no other page has to. */
const importMenu = () => import('./command-menu');

const CommandMenu = lazyComponent<CommandsProps>(
  async () => (await importMenu()).CommandMenu,
  ({ isOpen, onClose }) => isOpen && <MissingDialog onClose={onClose} />,
);

/** If this fails, the menu says so when somebody opens it. */
const prepare = () =>
  void importMenu()
    .then(({ fetchCommands }) => fetchCommands())
    .catch(() => undefined);

/** Provides the command menu, which Ctrl+K and ⌘K open on each of an admin's screens. */
export function CommandsProvider({ user, children }: { user: User; children: ReactNode }) {
  const dashboard = useRef<ShownDashboard | null>(null);
  const [opened, setOpened] = useState<Pick<CommandsProps, 'dashboard' | 'isOpen'> | null>(null);
  const isOpen = opened?.isOpen === true;

  const open = useCallback(() => setOpened({ dashboard: dashboard.current, isOpen: true }), []);
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
      <Suspense fallback={isOpen && <LoadingSign onClose={close} />}>
        {opened && <CommandMenu user={user} {...opened} onClose={close} />}
      </Suspense>
    </CommandsContext>
  );
}
