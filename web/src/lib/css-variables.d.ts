export type { CSSProperties } from 'react';

declare module 'react' {
  /** Custom properties in `style`, which React sets as they are. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
