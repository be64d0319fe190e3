import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path within the app. */
  to: string;
  /** The state of the new history entry. */
  state?: unknown;
}

/** Whether a click follows a link in this window. */
export const isPlainClick = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
  button === 0 && ![metaKey, ctrlKey, shiftKey, altKey].includes(true);

/** A link like the router's own, without its framework and data features, which weigh 2 KB gzipped. */
export function Link({ to, state, onClick, children, ...props }: LinkProps) {
  const follow = useLinkClickHandler(to, { state });

  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  }

  return (
    <a {...props} href={useHref(to)} onClick={click}>
      {children}
    </a>
  );
}
