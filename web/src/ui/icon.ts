import { clsx } from 'clsx';
import { createElement, type ReactElement, type SVGProps } from 'react';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number };
export type Icon = (props: IconProps) => ReactElement;

/** One shape of an icon. Most shapes are paths, so a plain string is the `d` of a path. */
type Shape = string | readonly [tag: string, attributes: Readonly<Record<string, string>>];

/**
 * Creates a component from the shapes of a Lucide icon. `npm run icons` writes the icons in ui/icons;
 * scripts/tools/write-icons.mjs lists them. An icon without a label is decoration, and screen readers skip it.
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
