import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { settingPagesTexts } from '../../texts/setting-pages-texts';
import { buttonClass } from '../../ui/button';
import { Link } from '../../ui/link';
import { LeaveGuard } from './leave-guard';
import { SearchField } from './search-field';
import type { SectionName, SettingNames } from './setting-names';

export interface SettingsFrameProps {
  heading: string;
  lead: string;
  /** Where the page leads back to; nothing if the top bar does. */
  back?: { to: string; text: string };
  /** All sections in their order, and the settings that the search finds. */
  names: SettingNames;
  /** The sections. */
  children: ReactNode;
}

/** A settings page: its heading, a search, the list of its sections, and all sections in one scroll. */
export function SettingsFrame({ heading, lead, back, names, children }: SettingsFrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] gap-5 pb-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pt-1 sm:pt-6">
        <div className="min-w-0 grow basis-64">
          <h1 className="text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight">{heading}</h1>
          <p className="text-muted wrap-anywhere">{lead}</p>
        </div>
        {back && (
          <Link to={back.to} className={buttonClass('quiet', 'min-h-11 px-4 text-sm')}>
            {back.text}
          </Link>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="grid gap-3 lg:sticky lg:top-[calc(var(--bar-height)+1rem)]">
          <SearchField names={names} />
          <SectionList sections={names.sections} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
      </div>
      <LeaveGuard />
    </div>
  );
}

function SectionList({ sections }: { sections: readonly SectionName[] }) {
  const current = useShownSection(sections);
  return (
    <nav aria-label={settingPagesTexts.sections}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-1 sm:grid-cols-4 lg:grid-cols-1">
        {sections.map(({ id, title }) => (
          <li key={id} className="min-w-0">
            <Link
              to={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              className={clsx(
                'touch-pad flex min-h-11 items-center rounded-field px-3 py-1.5 font-medium wrap-anywhere transition-colors hover:bg-sunken',
                id === current ? 'bg-sunken font-semibold' : 'text-muted',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The share of the screen's height above which the section on the screen has begun. */
const READ_FROM = 0.4;

/** Returns the id of the section that is being read. */
function useShownSection(sections: readonly SectionName[]): string | undefined {
  const [shown, setShown] = useState(sections[0]?.id);
  useEffect(() => {
    function look() {
      const begun = sections.filter(({ id }) => {
        const section = document.getElementById(id);
        return section !== null && section.getBoundingClientRect().top < innerHeight * READ_FROM;
      });
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const last = scrollY > 0 && isAtEnd ? sections.at(-1) : begun.at(-1);
      setShown((last ?? sections[0])?.id);
    }
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [sections]);
  return shown;
}
