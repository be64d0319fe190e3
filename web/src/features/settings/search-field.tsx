import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { settingPagesTexts } from '../../texts/setting-pages-texts';
import { controlClass } from '../../ui/forms/field';
import { Link } from '../../ui/link';

/** A section of a settings page. */
export interface SectionName {
  /** What the address calls it. */
  id: string;
  title: string;
}

/** A setting as the search finds it. */
export interface FoundSetting {
  /** What the address calls it. */
  id: string;
  /** The id of its section. */
  section: string;
  label: string;
  /** Further words that lead to it. */
  words: string;
}

/** How the arrow keys move. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** More would be no answer. */
const SHOWN_MAX = 8;

/** Makes texts comparable: without case, accents and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the settings that have all typed words, those with the words in their label first. */
function findSettings(typed: string, settings: readonly FoundSetting[]): readonly FoundSetting[] {
  const wanted = plain(typed).split(' ').filter(Boolean);
  if (wanted.length === 0) return [];
  const hasAll = (text: string) => wanted.every((word) => plain(text).includes(word));
  const byLabel = settings.filter(({ label }) => hasAll(label));
  const others = settings.filter((one) => !byLabel.includes(one) && hasAll(`${one.label} ${one.words}`));
  return [...byLabel, ...others].slice(0, SHOWN_MAX);
}

export interface SearchFieldProps {
  sections: readonly SectionName[];
  settings: readonly FoundSetting[];
}

/** Finds a setting by its name or by words about it, and leads to it. Enter takes the first one. */
export function SearchField({ sections, settings }: SearchFieldProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const words = settingPagesTexts.search;
  const found = findSettings(typed, settings);
  const isAsked = plain(typed) !== '';

  function takeFirst(event: FormEvent) {
    event.preventDefault();
    const [first] = found;
    if (!first) return;
    setTyped('');
    void navigate(`#${first.id}`);
  }

  /** The arrow keys move between the field and what it has found. */
  function move(event: KeyboardEvent<HTMLElement>) {
    const step = STEPS[event.key];
    if (event.key === 'Escape') {
      setTyped('');
      document.getElementById(id)?.focus();
    }
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement) + step;
    const next = at < 0 ? document.getElementById(id) : links[Math.min(at, links.length - 1)];
    next?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only moves the focus between its parts
    <form role="search" onSubmit={takeFirst} onKeyDown={move} className="relative">
      <label htmlFor={id} className="sr-only">
        {words.label}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        placeholder={words.label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${controlClass(false)} min-h-11 px-3`}
      />
      <output className="sr-only">{isAsked && words.found(found.length)}</output>
      {isAsked && (
        <div className="absolute inset-x-0 top-full z-10 mt-1 rounded-field border border-line bg-raised p-1 shadow-lift">
          {found.length === 0 && <p className="px-3 py-2.5 text-muted">{words.found(0)}</p>}
          <ul ref={list} className="empty:hidden">
            {found.map((setting) => (
              <li key={setting.id}>
                <Link
                  to={`#${setting.id}`}
                  onClick={() => setTyped('')}
                  className="flex min-h-11 flex-col justify-center rounded-field px-3 py-1.5 wrap-anywhere hover:bg-sunken"
                >
                  <span className="font-medium">{setting.label}</span>
                  {setting.id !== setting.section && (
                    <span className="text-sm text-muted">
                      {sections.find(({ id: of }) => of === setting.section)?.title}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
