import { clsx } from 'clsx';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { dialogTexts } from '../../../texts/dialog-texts';
import { zoneName } from '../../../texts/zone-format';
import { controlClass, Field } from '../../../ui/forms/field';
import { ChevronDown } from '../../../ui/icons/arrows';
import { findZones, meantZone, zoneOffset } from './zones';

/**
 * The largest number of zones for which offsets are computed. Computing the offsets of all zones takes a phone half a
 * second.
 */
const OFFSETS_MAX = 40;

export interface ZoneFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  /** The chosen IANA zone. It stays chosen until the typed text means another zone. */
  zone: string;
  zones: readonly string[];
  onChange: (zone: string) => void;
  /** Whether the field was left with a text that means no zone or several zones. */
  isUnclear: boolean;
  onUnclear: (isUnclear: boolean) => void;
}

/**
 * A field for a time zone, searched by typing. It is a combobox with list autocomplete (WAI-ARIA APG), because a
 * phone's own select element is not usable with so many options.
 */
export function ZoneField({ ref, zone, zones, onChange, isUnclear, onUnclear }: ZoneFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const [now] = useState(Date.now);
  const listId = useId();
  const hintId = useId();
  const found = isOpen ? findZones(zones, typed ?? '', now) : [];
  const isListed = found.length > 0;
  const optionId = (option: string) => `${listId}-${zones.indexOf(option)}`;

  useCloseOnEscape(isOpen, () => {
    setOpen(false);
    setTyped(null);
  });

  function open() {
    setOpen(true);
    if (typed === null) setActive(zone);
  }

  function type(text: string) {
    setTyped(text);
    setOpen(true);
    setActive(text.trim() === '' ? null : (findZones(zones, text, now)[0] ?? null));
    onUnclear(false);
  }

  function choose(chosen: string) {
    setTyped(null);
    setOpen(false);
    onUnclear(false);
    if (chosen !== zone) onChange(chosen);
  }

  /** Accepts the typed text if it means one zone; otherwise the text stays visible. */
  function settle() {
    setOpen(false);
    if (typed === null) return;
    const meant = typed.trim() === '' ? zone : meantZone(zones, typed, now);
    if (meant === null) onUnclear(true);
    else choose(meant);
  }

  function move(by: 1 | -1) {
    if (!isOpen) {
      open();
      return;
    }
    const from = active === null ? (by === 1 ? -1 : found.length) : found.indexOf(active);
    setActive(found.at((from + by + found.length) % found.length) ?? null);
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen) {
      // Enter chooses an option here and must not submit the form.
      event.preventDefault();
      if (active !== null) choose(active);
      else settle();
    }
  }

  return (
    <div>
      <Field label={dialogTexts.schedule.timeZone}>
        {(id) => (
          <div className="relative">
            <input
              ref={ref}
              id={id}
              role="combobox"
              aria-expanded={isListed}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={isListed && active !== null ? optionId(active) : undefined}
              aria-describedby={hintId}
              aria-invalid={isUnclear}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              value={typed ?? zoneName(zone)}
              onChange={({ target }) => type(target.value)}
              onClick={open}
              onKeyDown={press}
              onBlur={settle}
              className={clsx(controlClass(isUnclear), 'pe-11 ps-4 text-ellipsis')}
            />
            <ChevronDown size={20} className="pointer-events-none absolute top-1/2 end-3.5 -translate-y-1/2" />
            {isListed && (
              <ZoneList
                id={listId}
                zones={found}
                active={active}
                optionId={optionId}
                offsetsAt={found.length > OFFSETS_MAX ? null : now}
                onChoose={choose}
              />
            )}
          </div>
        )}
      </Field>
      {/* The hint has a fixed height, so that nothing below it moves from under a finger. */}
      <p id={hintId} role="status" className={clsx('mt-1.5 min-h-10 text-sm', isUnclear ? 'text-bad' : 'text-muted')}>
        {hintOf()}
      </p>
    </div>
  );

  function hintOf(): string {
    if (isUnclear) return dialogTexts.schedule.zoneUnclear(zoneName(zone));
    if (isOpen && typed !== null && typed.trim() !== '') return dialogTexts.schedule.zonesFound(found.length);
    return dialogTexts.schedule.zoneHint;
  }
}

const bringIntoSight = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

interface ZoneListProps {
  id: string;
  zones: readonly string[];
  active: string | null;
  optionId: (zone: string) => string;
  /** The time in epoch ms for which offsets are shown; null if none are shown. */
  offsetsAt: number | null;
  onChoose: (zone: string) => void;
}

function ZoneList({ id, zones, active, optionId, offsetsAt, onChoose }: ZoneListProps) {
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={dialogTexts.schedule.timeZone}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-60 overflow-y-auto rounded-field border border-line-strong bg-raised py-1 shadow-lift"
    >
      {zones.map((zone) => (
        <button
          key={zone}
          type="button"
          id={optionId(zone)}
          ref={zone === active ? bringIntoSight : null}
          role="option"
          tabIndex={-1}
          aria-selected={zone === active}
          onClick={() => onChoose(zone)}
          className={clsx(
            'flex min-h-11 w-full items-center justify-between gap-3 px-4 text-start hover:bg-sunken',
            zone === active && 'bg-sunken-strong forced-colors:outline-2 forced-colors:-outline-offset-2',
          )}
        >
          <span className="min-w-0 wrap-anywhere">{zoneName(zone)}</span>
          {offsetsAt !== null && (
            <span className="shrink-0 text-sm text-muted tabular-nums">{zoneOffset(zone, offsetsAt)}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/**
 * Makes Escape close the list and not a dialog around it. A dialog listens on the document and would otherwise get the
 * key first.
 */
function useCloseOnEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const leaving = new AbortController();
    const hear = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', hear, { capture: true, signal: leaving.signal });
    return () => leaving.abort();
  }, [isOpen]);
}
