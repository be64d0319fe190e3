import { Undo2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import { formatCount, formatRecent } from '../../lib/format';
import { texts } from '../../lib/app-texts';
import type { UndoableTap } from '../../realtime/undo-history';
import { ELSEWHERE } from '../areas/use-count-keys';
import { isStrayPress } from '../areas/use-press';

/** Twice, and longer than the tick of a count. */
const VIBRATION_MS = [40, 60, 40];

export interface UndoButtonProps {
  /** What it would take back now; null for nothing. */
  tap: UndoableTap | null;
  areas: readonly Area[];
  locked: boolean;
  onUndo: () => void;
}

/** Ctrl+Z, or Cmd+Z, wherever it does not mean what was typed. A key held down takes back one: it must not run away. */
function useUndoKey(undo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, repeat, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || repeat) return;
      if (!(target instanceof Element) || target.closest(ELSEWHERE)) return;
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [undo]);
}

/** Takes back this page's last taps, one by one. It stays where it is: only its words change. */
export function UndoButton({ tap, areas, locked, onUndo }: UndoButtonProps) {
  const [done, setDone] = useState('');
  const isIdle = locked || tap === null;
  const nameOf = (areaId: string) =>
    areas.find((area) => area.areaId === areaId)?.areaName ?? texts.realtime.unknownArea;
  const signed = (change: number) => `${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))}`;

  const what = tap && (tap.to === undefined ? signed(tap.change) : texts.undo.move(formatCount(Math.abs(tap.change))));
  const where = tap && (tap.to === undefined ? nameOf(tap.areaId) : `${nameOf(tap.areaId)} → ${nameOf(tap.to)}`);

  const undo = useCallback(() => {
    if (isIdle) return;
    onUndo();
    navigator.vibrate?.(VIBRATION_MS);
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
        className="touch-pad flex min-h-12 min-w-0 flex-1 items-center gap-2.5 rounded-pad px-3 @max-[15rem]:basis-full text-left leading-tight transition-colors hover:bg-sunken active:bg-sunken-strong aria-disabled:bg-transparent aria-disabled:text-muted short:w-full short:flex-col short:h-27 short:justify-center short:gap-1 short:px-1"
      >
        <Undo2 aria-hidden size={20} className="shrink-0" />
        <span className="grid min-w-0 short:text-center">
          <span className="truncate font-semibold tabular-nums short:text-sm short:whitespace-normal">
            {tap ? texts.undo.what(what ?? '') : texts.undo.none}
          </span>{' '}
          {tap && (
            <span className="truncate text-xs text-muted tabular-nums">
              {where} · {formatRecent(tap.at)}
            </span>
          )}
        </span>
      </button>
      <output className="sr-only">{done}</output>
    </>
  );
}
