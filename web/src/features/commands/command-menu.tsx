import { Suspense, useEffect } from 'react';
import { texts } from '../../texts/app-texts';
import { withTexts } from '../../texts/later-texts';
import { MissingDialog, preloadable } from '../../ui/overlays/lazy-component';
import { SpinningRing } from '../../ui/spinner';
import type { CommandsProps } from './commands';

const [Commands, fetchCommands] = preloadable<CommandsProps>(
  async () => (await withTexts(import('./commands'))).Commands,
  ({ isOpen, onClose }) => isOpen && <MissingDialog onClose={onClose} />,
);

export { fetchCommands };

/** The command menu, which says that it loads until it is there. */
export const CommandMenu = (props: CommandsProps) => (
  <Suspense fallback={props.isOpen && <Loading onClose={props.onClose} />}>
    <Commands {...props} />
  </Suspense>
);

/**
 * Says that the menu loads, over the page and without taking presses. A press or Escape gives it up, so that it does not
 * appear under a thumb that counts.
 */
function Loading({ onClose }: Pick<CommandsProps, 'onClose'>) {
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
