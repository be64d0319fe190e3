import type { ReactNode } from 'react';

/** The row of buttons at the end of a dialog's form. The main button is last, nearest to the thumb. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 *:px-3">{children}</div>
  );
}
