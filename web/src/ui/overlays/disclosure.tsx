import { type ReactNode, useState } from 'react';
import { ChevronRight } from '../icons/arrows';

export interface DisclosureProps {
  summary: ReactNode;
  /** Renders the contents only while they are open, because a month of intervals takes long to render. */
  children: () => ReactNode;
}

/** A line that opens and closes further content. */
export function Disclosure({ summary, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/details">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-field font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight size={18} className="shrink-0 transition-transform group-open/details:rotate-90" />
        {summary}
      </summary>
      {open && <div className="pt-1 pb-3">{children()}</div>}
    </details>
  );
}
