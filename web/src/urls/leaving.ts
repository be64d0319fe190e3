/** What the page on the screen does before it is left. */
export interface Guard {
  /** Sees a step in the history before the router does, and may keep it from the router. */
  step: (step: PopStateEvent) => void;
  /** Sees what leaves without a link, such as logging out, and calls it at once or later. */
  leave: (leave: () => void) => void;
}
let guard: Guard | null = null;

const tell = (step: PopStateEvent): void => guard?.step(step);

/**
 * Listens to steps in the history from now on. It must be called before the router begins to listen: Chromium calls the
 * window's listeners in their order, capturing or not, and the router shows the other page at once.
 */
export const hearStepsFirst = (): void => addEventListener('popstate', tell, true);

/** Guards the page. Returns a function that ends that. */
export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    guard = null;
  };
}

/** Leaves, if the page on the screen lets it. */
export const leaveGuarded = (leave: () => void): void => (guard ? guard.leave(leave) : leave());
