let guards = 0;

const guard = (event: BeforeUnloadEvent) => event.preventDefault();

/** The browser asks before it closes or reloads the page, until the returned function is called. */
export function guardUnload(): () => void {
  // Only for that long, because a page with such a listener is not kept for the back button.
  if (guards === 0) window.addEventListener('beforeunload', guard);
  guards += 1;
  return () => {
    guards -= 1;
    if (guards === 0) window.removeEventListener('beforeunload', guard);
  };
}

export const isUnloadGuarded = (): boolean => guards > 0;
