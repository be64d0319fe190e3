import { Toast as Radix } from 'radix-ui';
import { texts } from '../../texts/texts';
import { IconButton } from '../button';
import { X } from '../icons/counting';
import { dismissToast, expireToast, holdToast, type ToastListProps } from './toasts';

/**
 * Radix adds a live region to this node for each toast. The toaster is a live region itself, so Radix's regions are
 * outside the page: otherwise every text would be read twice.
 */
const OUTSIDE = new DocumentFragment();

/** The toasts. Radix moves the focus to them and out of them, lets them be swiped away, and says when they are read. */
export function ToastList({ toasts }: ToastListProps) {
  return (
    <Radix.Provider announcerContainer={OUTSIDE} duration={Infinity} swipeDirection="up">
      {toasts.map(({ id, text, detail, role }) => (
        <Radix.Root
          key={id}
          asChild
          onOpenChange={() => dismissToast(id)}
          onPause={() => holdToast(id)}
          onResume={() => expireToast(id)}
        >
          <div
            role={role === 'alert' ? role : undefined}
            className="fade-in pointer-events-auto flex items-start gap-2 rounded-pad border border-line-strong bg-raised py-3 pr-2 pl-4 shadow-lift data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)"
          >
            <div className="grow py-1">
              <p className="font-semibold">{text}</p>
              {detail && <p className="text-sm text-muted">{detail}</p>}
            </div>
            <Radix.Close asChild>
              <IconButton label={texts.common.close}>
                <X aria-hidden size={18} />
              </IconButton>
            </Radix.Close>
          </div>
        </Radix.Root>
      ))}
      <Radix.Viewport asChild label={texts.common.notices}>
        <div className="grid gap-2 outline-none" />
      </Radix.Viewport>
    </Radix.Provider>
  );
}
