let guards = 0;

const guard = (event: BeforeUnloadEvent) => event.preventDefault();

/** Makes the browser ask before it closes or reloads the page, until the returned function is called. */
export function guardUnload(): () => void {
  // The listener is added only for this time, because browsers do not keep a page with such a listener for the back
  // button.
  if (guards === 0) window.addEventListener('beforeunload', guard);
  guards += 1;
  return () => {
    guards -= 1;
    if (guards === 0) window.removeEventListener('beforeunload', guard);
  };
}

export const isUnloadGuarded = (): boolean => guards > 0;
