import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { ChevronRight } from '../icons/arrows';

export interface DisclosureProps {
  summary: ReactNode;
  /** Renders the contents only while they are open, because a month of intervals takes long to render. */
  children: () => ReactNode;
  /** Opens the contents, at first and with each new value; null does nothing. */
  askedBy?: string | null;
  /** Whether the contents stay rendered after they were closed, because somebody may have typed into them. */
  keeps?: boolean;
}

/** A line that opens and closes further content. */
export function Disclosure({ summary, children, askedBy = null, keeps = false }: DisclosureProps) {
  const [open, setOpen] = useState(askedBy !== null);
  const [wasOpen, setWasOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (askedBy !== null && details.current) details.current.open = true;
  }, [askedBy]);
  function toggle({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
    setOpen(currentTarget.open);
    setWasOpen(true);
  }
  return (
    <details ref={details} onToggle={toggle} className="group/details">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-field font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={18}
          className="shrink-0 transition-transform group-open/details:rotate-90 rtl:group-open/details:-rotate-90"
        />
        {summary}
      </summary>
      {(open || (keeps && wasOpen)) && <div className="pt-1 pb-3">{children()}</div>}
    </details>
  );
}
