import type { ReactNode } from 'react';
import type { SignState } from './display-state';

/**
 * The shape of each state: a circle with a check mark, a warning triangle, a stop octagon. They can be told apart
 * without color and words. No shape is an arrow, because an arrow would point somewhere.
 */
const SHAPES: Record<SignState, ReactNode> = {
  go: <Go />,
  unlimited: <Go />,
  nearly_full: (
    <>
      <path d="M50 9 95 88H5Z" className="shape" strokeLinejoin="round" />
      <path d="M50 37v25M50 75v1" className="mark" />
    </>
  ),
  stop: (
    <>
      <path d="M32 6h36l26 26v36L68 94H32L6 68V32Z" className="shape" strokeLinejoin="round" />
      <path d="M27 50h46" className="mark" />
    </>
  ),
  unknown: (
    <>
      <rect x="9" y="9" width="82" height="82" rx="14" className="shape" />
      <path d="M37 38a13 13 0 1 1 19 12c-4 2-6 5-6 9M50 73v1" className="mark" />
    </>
  ),
};

function Go() {
  return (
    <>
      <circle cx="50" cy="50" r="45" className="shape" />
      <path d="M27 53 43 69 74 34" className="mark" />
    </>
  );
}

export const StateShape = ({ state }: { state: SignState }) => (
  <svg aria-hidden viewBox="0 0 100 100" className="sign-shape">
    {SHAPES[state]}
  </svg>
);
