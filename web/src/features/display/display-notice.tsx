import type { Display } from '../../../../src/shared/schemas/display';
import { dialogTexts } from '../../texts/dialog-texts';
import { DrillIcon, EvacuationIcon } from '../evacuation/evacuation-icons';
import { StateShape } from './state-shape';

/** What a display shows over the whole screen instead of numbers. */
export type NoticeKind = NonNullable<Display['shows']>;

declare module 'react' {
  interface CSSProperties {
    '--shrink'?: number;
  }
}

/** What is shown instead of numbers. */
export const noticeOf = ({ shows }: Display): NoticeKind | null => shows ?? null;

const PICTURES = {
  evacuation: <EvacuationIcon className="notice-picture" />,
  exercise: <DrillIcon className="notice-picture" />,
  ask_staff: <StateShape state="unknown" />,
};

/** An organizer may write 40 characters in the title and 200 in the text: longer ones are smaller, so that they fit. */
const SHRINKS = [
  { from: 150, by: 0.45 },
  { from: 80, by: 0.6 },
  { from: 45, by: 0.75 },
  { from: 24, by: 0.85 },
] as const;
const shrinkOf = (text: string, most: number): number =>
  Math.max(most, SHRINKS.find(({ from }) => text.length > from)?.by ?? 1);

const longestWord = (text: string): number => Math.max(...text.split(/\s+/).map(({ length }) => length));

/** Says over the whole screen what is going on: what people have to do, and no number. Screen readers say it at once. */
export function DisplayNotice({ kind, display }: { kind: NoticeKind; display: Display }) {
  const { title, text } = (kind === 'evacuation' && display.notice) || dialogTexts.display.notices[kind];
  return (
    <div role="alert" aria-live="assertive" className="notice">
      <div className="notice-body" data-testid="notice">
        {PICTURES[kind]}
        <p className="notice-title" style={{ '--word-chars': longestWord(title), '--shrink': shrinkOf(title, 0.75) }}>
          {title}
        </p>
        {text !== '' && (
          <p className="notice-text" style={{ '--word-chars': longestWord(text), '--shrink': shrinkOf(text, 0.45) }}>
            {text}
          </p>
        )}
      </div>
    </div>
  );
}
