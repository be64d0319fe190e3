import { displayState, placesLeft, type Shown, type SignState } from './display-state';
import { formatCount } from '../../texts/format';
import { dialogTexts } from '../../texts/dialog-texts';
import { StateShape } from './state-shape';

declare module 'react' {
  interface CSSProperties {
    '--word-chars'?: number;
  }
}

export const signState = (shown: Shown, stale: boolean): SignState => (stale ? 'unknown' : displayState(shown));

export const signWords = (state: SignState): string => dialogTexts.display.state[state];

/** Returns the number that matters most to people in front of the sign, and its unit. */
function figureOf(shown: Shown): { count: number; unit: string } {
  const left = placesLeft(shown);
  const { occupancy } = shown;
  return left === null
    ? { count: occupancy, unit: dialogTexts.display.peopleInside(occupancy) }
    : { count: left, unit: dialogTexts.display.placesLeft(left) };
}

export interface SignProps {
  shown: Shown;
  stale: boolean;
  /** Whether the sign shows its name, because it is one of several. */
  named: boolean;
}

/** Shows the number of free places as large as possible, and its meaning in words, shape and color. */
export function Sign({ shown, stale, named }: SignProps) {
  const state = signState(shown, stale);
  const words = signWords(state);
  const { count, unit } = figureOf(shown);
  const figure = formatCount(count);
  return (
    <section
      data-state={state}
      data-area-id={shown.areaId}
      aria-label={shown.areaName ?? dialogTexts.display.title}
      className="sign"
      style={{ '--chars': Math.max(figure.length, 3), '--word-chars': words.length }}
    >
      <div className="sign-body" data-named={named}>
        {named && <h2 className="sign-name">{shown.areaName}</h2>}
        <StateShape state={state} />
        {!stale && (
          <p className="sign-figure">
            <span data-testid="figure" className="sign-count">
              {figure}
            </span>{' '}
            <span className="sign-unit">{unit}</span>
          </p>
        )}
        <p data-testid="words" className="sign-words">
          {words}
        </p>
      </div>
    </section>
  );
}
