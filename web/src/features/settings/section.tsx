import { type ReactNode, useId } from 'react';
import { useArrival } from './place';

export interface SectionProps {
  /** What the address calls this section. */
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A section of a settings page. */
export function Section({ id, title, lead, children }: SectionProps) {
  const headingId = useId();
  return (
    <section
      ref={useArrival(id)}
      id={id}
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 rounded-card bg-surface p-5 shadow-lift sm:p-6"
    >
      <div>
        <h2 id={headingId} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
          {title}
        </h2>
        {lead !== undefined && <p className="max-w-prose text-sm text-pretty text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

export interface PartProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A part of a section that has a heading of its own. */
export function Part({ title, lead, children }: PartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-5">
      <div>
        <h3 className="font-semibold">{title}</h3>
        {lead !== undefined && <p className="max-w-prose text-sm text-pretty text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  );
}
