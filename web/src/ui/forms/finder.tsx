import { clsx } from 'clsx';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { isPlainClick, Link } from '../link';
import { controlClass } from './field';
import { find, type Findable, hasWord } from './find';

/** How the arrow keys move. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export interface FinderProps {
  label: string;
  things: readonly Findable[];
  /** How many things are listed at once. */
  most: number;
  /** Returns how many things were found, in words. */
  found: (things: number) => string;
  /** Returns that more things match than are listed; undefined if nobody has to know. */
  more?: (things: number) => string;
  /** Whether all things are listed before somebody types. The list then stays below the field instead of over the page. */
  listsAll?: boolean;
  /** Called when somebody takes a thing in this window, before a link follows the click. */
  onTake?: (thing: Findable, click: MouseEvent) => void;
}

/**
 * A field that finds things by their names and by other words, and the list of what it has found (ARIA Authoring
 * Practices, combobox with a listbox). The focus stays in the field: arrow keys choose, and Enter takes the chosen one.
 * The field for a time zone is no Finder, because it holds a value and must read whatever somebody has typed.
 */
export function Finder({ label, things, most, found, more, listsAll = false, onTake }: FinderProps) {
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const id = useId();
  const isAsked = hasWord(typed);
  const all = isAsked || listsAll ? find(typed, things) : [];
  const shown = all.slice(0, most);
  const at = Math.max(
    0,
    shown.findIndex((thing) => thing.id === chosenId),
  );
  const elementId = (thing: Findable) => `${id}${thing.id}`;
  const chosen = shown[at];

  function type(text: string) {
    setTyped(text);
    setChosenId(null);
  }

  function take(thing: Findable, click: MouseEvent) {
    if ('to' in thing && !isPlainClick(click)) return;
    type('');
    onTake?.(thing, click);
  }

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && !listsAll) type('');
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) document.getElementById(elementId(chosen))?.click();
    }
    const next = step === undefined ? undefined : shown.at((at + step) % shown.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosenId(next.id);
    document.getElementById(elementId(next))?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div role="search" className={clsx(!listsAll && 'relative')}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}list` : undefined}
        aria-activedescendant={chosen && elementId(chosen)}
        placeholder={label}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        className={`${controlClass(false)} min-h-11 px-3`}
      />
      <output className="sr-only">{isAsked && found(all.length)}</output>
      {(isAsked || listsAll) && (
        <div
          className={
            listsAll
              ? '-mx-2 mt-3'
              : 'absolute inset-x-0 top-full z-10 mt-1 rounded-field border border-line bg-raised p-1 shadow-lift'
          }
        >
          {shown.length === 0 && <p className="px-3 py-2.5 text-muted">{found(0)}</p>}
          {shown.length > 0 && (
            <div
              id={`${id}list`}
              role="listbox"
              aria-label={label}
              className={clsx(listsAll && 'max-h-[50dvh] scroll-shade overflow-y-auto')}
            >
              {shown.map((thing) => (
                <Option
                  key={thing.id}
                  id={elementId(thing)}
                  thing={thing}
                  isChosen={thing === chosen}
                  onPoint={() => setChosenId(thing.id)}
                  onTake={(click) => take(thing, click)}
                />
              ))}
            </div>
          )}
          {more && all.length > shown.length && (
            <p className="px-3 pt-2 text-sm text-muted">{more(all.length - shown.length)}</p>
          )}
        </div>
      )}
    </div>
  );
}

interface OptionProps {
  id: string;
  thing: Findable;
  /** Whether Enter takes it. */
  isChosen: boolean;
  /** Called when the mouse is moved over it. */
  onPoint: () => void;
  onTake: (click: MouseEvent) => void;
}

/** A link or a button that the field's keys reach, so that it needs no place in the order of Tab. */
function Option({ id, thing, isChosen, onPoint, onTake }: OptionProps) {
  const { Icon, label, detail, isDanger = false } = thing;
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isChosen,
    onPointerMove: onPoint,
    className: clsx(
      'touch-pad flex min-h-11 w-full items-center gap-3 rounded-field px-3 py-1.5 text-start leading-tight',
      isChosen && 'bg-sunken',
      isDanger && 'text-bad',
    ),
  } as const;
  const contents: ReactNode = (
    <>
      {Icon && <Icon size={20} className={clsx('shrink-0', !isDanger && 'text-muted')} />}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 wrap-anywhere">
        <span className="font-medium">{label}</span>
        {detail !== undefined && <span className="text-sm text-muted">{detail}</span>}
      </span>
    </>
  );
  if ('to' in thing) {
    return (
      <Link {...shared} to={thing.to} onClick={onTake}>
        {contents}
      </Link>
    );
  }
  return (
    <button type="button" {...shared} onClick={onTake}>
      {contents}
    </button>
  );
}
