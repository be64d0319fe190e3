import { clsx } from 'clsx';
import { createElement, type ReactElement, type SVGProps } from 'react';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number };
export type Icon = (props: IconProps) => ReactElement;

/** The shapes of an icon. Most are paths, so a string alone is the `d` of a path. */
type Shape = string | readonly [tag: string, attributes: Readonly<Record<string, string>>];

/**
 * Makes a component of the shapes of a Lucide icon. `npm run icons` writes the icons to ui/icons; the list of them is
 * in scripts/tools/write-icons.mjs. An icon without a label is decoration, which screen readers skip.
 */
export const icon =
  (name: string, ...shapes: readonly Shape[]): Icon =>
  ({ size = 24, className, ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // The tests find an icon by its class.
        className: clsx(`lucide-${name}`, className),
        'aria-hidden': props['aria-label'] ? undefined : true,
        ...props,
      },
      ...shapes.map((shape) =>
        typeof shape === 'string' ? createElement('path', { d: shape }) : createElement(...shape),
      ),
    );
