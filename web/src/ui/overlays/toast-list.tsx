import { Toast as Radix } from 'radix-ui';
import { useState } from 'react';
import { texts } from '../../texts/texts';
import { IconButton } from '../button';
import { X } from '../icons/counting';
import { dismissToast, type Toast, type ToastListProps, useExpiry } from './toasts';

/**
 * Radix adds a live region to this node for each toast. The toaster is a live region itself, so Radix's regions are
 * outside the page: otherwise every text would be read twice.
 */
const OUTSIDE = new DocumentFragment();

/** The toasts. Radix moves the focus to them and out of them, lets them be swiped away, and says when they are read. */
export function ToastList({ toasts }: ToastListProps) {
  const [isRead, setIsRead] = useState(false);
  return (
    <Radix.Provider announcerContainer={OUTSIDE} duration={Infinity} swipeDirection="up">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} isRead={isRead} onRead={setIsRead} />
      ))}
      <Radix.Viewport asChild label={texts.common.notices}>
        <div className="grid gap-2 outline-none" />
      </Radix.Viewport>
    </Radix.Provider>
  );
}

/**
 * Escape closes one toast, and nothing else on the page hears it: not an area on the whole screen either. Radix reports
 * the key twice, and a toast with the focus closes only the second time, when the key has reached it.
 */
function keepEscape(event: KeyboardEvent): void {
  const { eventPhase, target } = event;
  const comesLater =
    eventPhase === Event.CAPTURING_PHASE && target instanceof Element && target.closest('[data-toast]');
  if (!comesLater) event.stopPropagation();
}

interface ToastItemProps {
  toast: Toast;
  /** Whether the mouse or the focus is on the toasts. Radix then pauses them, together. */
  isRead: boolean;
  onRead: (isRead: boolean) => void;
}

function ToastItem({ toast: { id, text, detail, role }, isRead, onRead }: ToastItemProps) {
  useExpiry(id, isRead);
  return (
    <Radix.Root
      asChild
      onOpenChange={() => dismissToast(id)}
      onPause={() => onRead(true)}
      onResume={() => onRead(false)}
      onEscapeKeyDown={keepEscape}
      // Radix would let nobody select the text.
      style={{ userSelect: 'text' }}
    >
      <div
        data-toast
        role={role === 'alert' ? role : undefined}
        className="fade-in pointer-events-auto flex items-start gap-2 rounded-pad border border-line-strong bg-raised py-3 pe-2 ps-4 shadow-lift data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)"
      >
        <div className="grow py-1">
          <p className="font-semibold">{text}</p>
          {detail && <p className="text-sm text-muted">{detail}</p>}
        </div>
        <Radix.Close asChild>
          <IconButton label={texts.common.close}>
            <X size={18} />
          </IconButton>
        </Radix.Close>
      </div>
    </Radix.Root>
  );
}
