import { useEffect } from 'react';
import { texts } from '../../texts/app-texts';
import { SpinningRing } from '../../ui/spinner';

/**
 * Says that the menu or a dialog of it loads. It is a dialog, so that no key counts meanwhile, but it takes no presses: a
 * press or Escape gives it up, so that what loads does not appear under a thumb that counts.
 */
export function LoadingSign({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    }
    document.addEventListener('pointerdown', onClose);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', onClose);
      document.removeEventListener('keydown', press);
    };
  }, [onClose]);
  return (
    <div
      role="dialog"
      aria-label={texts.common.loading}
      className="pointer-events-none fixed inset-x-0 top-0 z-40 grid"
    >
      <output
        aria-label={texts.common.loading}
        className="m-2 justify-self-center rounded-full bg-raised p-2 shadow-lift"
      >
        <SpinningRing className="block size-6 border-3" />
      </output>
    </div>
  );
}
