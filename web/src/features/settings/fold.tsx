import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Disclosure } from '../../ui/overlays/disclosure';

export interface FoldProps {
  summary: ReactNode;
  /** The settings in it. It opens when the address names one of them. */
  ids: readonly string[];
  children: () => ReactNode;
}

/** A line that opens further settings. */
export function Fold({ summary, ids, children }: FoldProps) {
  const { hash, key } = useLocation();
  const isAsked = ids.some((id) => hash === `#${id}`);
  return (
    <Disclosure keeps summary={summary} askedBy={isAsked ? key : null}>
      {children}
    </Disclosure>
  );
}
