import { createContext, type ReactNode, type RefCallback, useCallback, useContext, useMemo, useState } from 'react';
import { reportTexts } from '../../../texts/report-texts';

type Sections = ReadonlyMap<HTMLElement, string>;
type Add = (section: HTMLElement, title: string) => () => void;

const AddSection = createContext<Add | null>(null);

/** Scrolled to, a heading stands below the line of links. */
export const sectionHeadingClass = 'scroll-mt-14 text-xl font-semibold tracking-tight outline-none';

/** Returns the ref of a section's heading, to which the links above the report lead. */
export function useSectionLink(title: string): RefCallback<HTMLElement> {
  const add = useContext(AddSection);
  return useCallback((heading) => (heading === null || add === null ? undefined : add(heading, title)), [add, title]);
}

const isBefore = (a: HTMLElement, b: HTMLElement): boolean =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The children, with a line of links to their sections that stays at the top of the screen. */
export function WithSectionLinks({ children }: { children: ReactNode }) {
  const [sections, setSections] = useState<Sections>(new Map());
  const add = useCallback<Add>((section, title) => {
    setSections((known) => new Map(known).set(section, title));
    return () => setSections((known) => new Map([...known].filter(([one]) => one !== section)));
  }, []);
  const inOrder = useMemo(() => [...sections].toSorted(([a], [b]) => (isBefore(a, b) ? -1 : 1)), [sections]);
  return (
    <AddSection value={add}>
      <nav
        aria-label={reportTexts.reports.sections}
        className="sticky top-(--bar-height) z-10 -mx-4 flex gap-1 overflow-x-auto bg-page px-3 py-1 text-sm empty:hidden sm:mx-0 sm:px-0"
      >
        {inOrder.map(([section, title]) => (
          <a
            key={section.id}
            href={`#${section.id}`}
            onClick={(event) => {
              event.preventDefault();
              section.scrollIntoView();
              section.focus({ preventScroll: true });
            }}
            className="touch-pad flex min-h-11 shrink-0 items-center rounded-field px-3 font-medium whitespace-nowrap underline-offset-4 hover:bg-sunken hover:underline"
          >
            {title}
          </a>
        ))}
      </nav>
      {children}
    </AddSection>
  );
}
