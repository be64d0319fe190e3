import type { ReactNode } from 'react';
import type { WallLevel } from './wall-order';
import { wallWords } from './wall-words';

/** Each level has its own outline, so that it can be told without color. */
const SHAPES: Record<WallLevel, ReactNode> = {
  unknown: (
    <>
      <rect x="4" y="4" width="92" height="92" rx="16" />
      <path d="M36 38a14 14 0 1 1 21 13c-5 3-7 6-7 10M50 76v1" className="mark" />
    </>
  ),
  open: <circle cx="50" cy="50" r="41" className="line" />,
  normal: (
    <>
      <circle cx="50" cy="50" r="46" />
      <path d="M28 53 44 69 73 35" className="mark" />
    </>
  ),
  warning: (
    <>
      <path d="M50 5 98 93H2Z" />
      <path d="M50 37v25M50 77v1" className="mark" />
    </>
  ),
  danger: (
    <>
      <path d="M50 1 99 50 50 99 1 50Z" />
      <path d="M50 27v28M50 72v1" className="mark" />
    </>
  ),
  full: (
    <>
      <path d="M31 4h38l27 27v38L69 96H31L4 69V31Z" />
      <path d="M25 50h50" className="mark" />
    </>
  ),
};

export const LevelShape = ({ level }: { level: WallLevel }) => (
  <svg role="img" aria-label={wallWords.levels[level]} viewBox="0 0 100 100" className="wall-shape">
    {SHAPES[level]}
  </svg>
);
