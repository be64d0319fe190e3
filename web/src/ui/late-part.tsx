import { type ReactNode, Suspense, useState } from 'react';

interface LatePartProps {
  /** Whether the part is needed now. */
  when: boolean;
  children: ReactNode;
}

/** Shows a part that is loaded separately as soon as it is needed. From then on it stays. */
export function LatePart({ when, children }: LatePartProps) {
  const [wasNeeded, setWasNeeded] = useState(when);
  if (when && !wasNeeded) setWasNeeded(true);
  return (when || wasNeeded) && <Suspense>{children}</Suspense>;
}
