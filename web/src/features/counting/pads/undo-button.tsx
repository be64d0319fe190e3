import { useCallback, useEffect, useState } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Categories } from '../../../../../src/shared/schemas/category';
import { formatChange, formatCount } from '../../../texts/format';
import { texts } from '../../../texts/app-texts';
import { isRightToLeft } from '../../../texts/texts';
import type { UndoableTap } from '../../../realtime/view/undo-history';
import { Undo2 } from '../../../ui/icons/counting';
import { areaNameOf } from '../areas/area-name';
import { isMeantElsewhere } from './use-count-keys';
import { isStrayPress } from '../press/use-press';
import { beside } from '../../feedback/beside';

export interface UndoButtonProps {
  /** The tap that the button would undo now; null for none. */
  tap: UndoableTap | null;
  areas: readonly Area[];
  /** The event's categories; undefined if it never had one. */
  categories: Categories | undefined;
  locked: boolean;
  onUndo: () => void;
}

/** Undoes on Ctrl+Z or Cmd+Z, except where that undoes typing. Holding the key undoes only one tap. */
function useUndoKey(undo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, repeat, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || repeat) return;
      if (isMeantElsewhere(target)) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [undo]);
}

/**
 * Undoes this page's last taps, one by one. The button keeps its place and only its text changes. It is no wider than
 * the small pad of a card (area-card.css), so that it is never directly below the large pad of a card that is half
 * hidden behind the bar.
 */
export function UndoButton({ tap, areas, categories, locked, onUndo }: UndoButtonProps) {
  const [done, setDone] = useState('');
  const isIdle = locked || tap === null;
  const nameOf = (areaId: string) => areaNameOf(areas, areaId);
  // Where text runs from right to left, the mark keeps the sign before its number.
  const mark = isRightToLeft() ? '\u200e' : '';
  const signed = (change: number) => `${mark}${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))}`;

  const ofCategory = categories?.list.find(({ categoryId }) => categoryId === tap?.category)?.name;
  const counted =
    tap && (tap.to === undefined ? signed(tap.change) : texts.undo.move(formatCount(Math.abs(tap.change))));
  const what = counted && [counted, ofCategory].filter((part) => part !== undefined).join(' ');
  const where = tap && (tap.to === undefined ? nameOf(tap.areaId) : formatChange(nameOf(tap.areaId), nameOf(tap.to)));

  const undo = useCallback(() => {
    if (isIdle) return;
    onUndo();
    beside.onUndo();
    setDone(texts.undo.done(what ?? '', where ?? ''));
  }, [isIdle, onUndo, what, where]);
  useUndoKey(undo);

  return (
    <>
      <button
        type="button"
        aria-disabled={isIdle}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={(event) => isStrayPress(event) || undo()}
        className="touch-pad grid min-h-12 grid-cols-[minmax(0,1fr)] w-[clamp(5.5rem,27cqi,6.5rem)] shrink-0 content-center justify-items-center rounded-pad px-0.5 text-sm leading-tight transition-colors hover:bg-sunken active:bg-sunken-strong aria-disabled:bg-transparent aria-disabled:text-muted @max-[15rem]:min-h-[48px] @max-[15rem]:grow short:h-27 short:w-full short:shrink"
      >
        <span className="flex max-w-full flex-wrap items-center justify-center gap-x-1 text-xs leading-none font-semibold">
          <Undo2 size={15} className="shrink-0" />
          <span className="truncate">{texts.undo.none}</span>
        </span>{' '}
        <span className="max-w-full truncate font-semibold tabular-nums">{what}</span>{' '}
        <span className="sr-only">{where}</span>
      </button>
      {/* In a place too narrow for a name, the name on the card says enough. */}
      <span
        aria-hidden
        className="@container min-w-0 flex-1 ps-1 @max-[15rem]:hidden text-xs text-muted short:w-full short:flex-none"
      >
        <span title={where ?? undefined} className="line-clamp-2 wrap-anywhere @max-[3rem]:hidden">
          {where}
        </span>
      </span>
      <output className="sr-only">{done}</output>
    </>
  );
}
