import { useSyncExternalStore } from 'react';
import { texts } from '../../texts/texts';
import { dismissToast, readToasts, subscribeToToasts } from './toasts';
import { IconButton } from '../button';
import { X } from '../icons/counting';

/** Shows the toasts at the top of the screen, away from the counting thumb. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  return (
    <div
      role="log"
      aria-live="polite"
      aria-label={texts.common.notices}
      className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.25rem)] z-50 mx-auto grid max-w-md gap-2 px-3"
    >
      {toasts.map(({ id, text, detail, role }) => (
        <div
          key={id}
          role={role === 'alert' ? role : undefined}
          className="fade-in pointer-events-auto flex items-start gap-2 rounded-pad border border-line-strong bg-raised py-3 pr-2 pl-4 shadow-lift"
        >
          <div className="grow py-1">
            <p className="font-semibold">{text}</p>
            {detail && <p className="text-sm text-muted">{detail}</p>}
          </div>
          <IconButton label={texts.common.close} onClick={() => dismissToast(id)}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
