/** Sees a step in the history before the router does, and may keep it from the router. */
type Watch = (step: PopStateEvent) => void;
let watch: Watch | null = null;
const tell = (step: PopStateEvent): void => watch?.(step);

/**
 * Listens to steps in the history from now on. It must be called before the router begins to listen: Chromium calls the
 * window's listeners in their order, capturing or not, and the router shows the other page at once.
 */
export const hearStepsFirst = (): void => addEventListener('popstate', tell, true);

/** Lets `next` see each step first. Returns a function that ends that. */
export function watchSteps(next: Watch): () => void {
  watch = next;
  return () => {
    watch = null;
  };
}
