import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface NoticeProps {
  tone: 'good' | 'bad';
  children: ReactNode;
}

/** An alternative for the user, right below a notice that something does not work. */
export const NoticeHint = ({ children }: { children: ReactNode }) => (
  <p role="status" className="-mt-2.5 px-4 text-sm text-muted">
    {children}
  </p>
);

/** A sentence that responds to the user's last action. Screen readers announce it when it appears. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <p
      role={tone === 'bad' ? 'alert' : 'status'}
      className={clsx(
        'rounded-field forced-colors:border px-4 py-3 text-[0.9375rem] font-medium',
        tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-good-soft text-good',
      )}
    >
      {children}
    </p>
  );
}
