import { type ReactNode, useId } from 'react';
import { sectionHeadingClass, useSectionLink } from './section-links';

export interface ReportSectionProps {
  title: string;
  /** An introduction that says what readers need to know. */
  lead?: ReactNode;
  /** Shown beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function ReportSection({ title, lead, aside, children }: ReportSectionProps) {
  const id = useId();
  const link = useSectionLink(title);
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-5 shadow-lift sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} ref={link} tabIndex={-1} className={sectionHeadingClass}>
            {title}
          </h2>
          {lead && <p className="max-w-prose text-sm text-pretty text-muted">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
