import { withUrgentTexts } from '../../texts/later-texts';
import { MissingDialog, preloadable } from '../../ui/overlays/lazy-component';
import type { CommandsProps } from './commands';

/** The command menu, and what loads its code. */
export const [CommandMenu, fetchCommands] = preloadable<CommandsProps>(
  async () => (await withUrgentTexts(import('./commands'))).Commands,
  ({ isOpen, onClose }) => isOpen && <MissingDialog onClose={onClose} />,
);
