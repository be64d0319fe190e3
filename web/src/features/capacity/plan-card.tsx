import { type ReactNode, useId } from 'react';

export interface PlanCardProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A part of the assistant's screen with its heading. */
export function PlanCard({ title, lead, children }: PlanCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-card bg-surface p-5 shadow-lift sm:p-6"
    >
      <div>
        <h2 id={id} className="text-xl font-semibold tracking-tight">
          {title}
        </h2>
        {lead !== undefined && <p className="max-w-prose text-sm text-pretty text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
