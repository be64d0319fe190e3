import { Dialog as Radix } from 'radix-ui';
import { dialogTexts } from '../../../texts/dialog-texts';
import { LockKeyhole } from '../../../ui/icons/counting';
import { refuse } from '../../feedback/give-feedback';
import { useRemote } from '../../remote/use-remote';
import { useHold } from '../press/use-hold';

const keep = (event: Event): void => event.preventDefault();
const nowhere = () => false;

/**
 * Covers the page and blocks every touch. The numbers above it stay visible and live. A remote counts nothing and
 * cannot unlock either: it gives the feedback of a refused tap.
 */
export function PocketLock({ onClose }: { onClose: () => void }) {
  useRemote(nowhere, refuse);
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Overlay className="touch-pad fixed inset-0 z-50 bg-page/30" />
        <Radix.Content
          onEscapeKeyDown={keep}
          onInteractOutside={keep}
          onContextMenu={(event) => event.preventDefault()}
          className="touch-pad safe-bottom safe-x rise-in fixed inset-x-0 bottom-0 z-50 rounded-t-card border-t border-line bg-raised pt-5 shadow-lift outline-none"
        >
          <div className="mx-auto grid max-w-md justify-items-center gap-1 text-center">
            <Radix.Title className="flex items-center gap-2 text-lg font-semibold tracking-tight">
              <LockKeyhole size={20} className="shrink-0" />
              {dialogTexts.pocketLock.title}
            </Radix.Title>
            <Radix.Description className="text-pretty text-muted">{dialogTexts.pocketLock.text}</Radix.Description>
            <UnlockButton onUnlock={onClose} />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function UnlockButton({ onUnlock }: { onUnlock: () => void }) {
  const { progress, handlers } = useHold(onUnlock);
  return (
    <button
      type="button"
      className="touch-pad relative mt-3 min-h-18 w-full overflow-hidden rounded-pad bg-sunken text-lg font-semibold"
      {...handlers}
    >
      {/* The bar shows progress and is no decoration, so it also moves for users who prefer reduced motion. */}
      <span
        aria-hidden
        data-testid="unlock-progress"
        className="absolute inset-y-0 start-0 bg-glow forced-colors:border-b-8"
        style={{ width: `${progress * 100}%` }}
      />
      <span className="relative">{dialogTexts.pocketLock.unlock}</span>
    </button>
  );
}
