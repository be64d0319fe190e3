/**
 * What the pages themselves note, in ms of their own clock. These functions run in the browser: nothing outside them is there.
 */

declare global {
  interface Window {
    speed: { field: number | null; pads: number | null; submitted: number | null; longest: number };
    speedField: () => void;
  }
}

/** Before anything of the page runs. */
export function watchPage(): void {
  const speed: Window['speed'] = { field: null, pads: null, submitted: null, longest: 0 };
  window.speed = speed;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) speed.longest = Math.max(speed.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') speed.submitted = performance.now();
    },
    true,
  );
  // The button is disabled by whatever makes the form work: then the field can be typed in.
  const isField = () => {
    const field = document.querySelector('input[name="username"]');
    const button = document.querySelector<HTMLButtonElement>('button[type="submit"]');
    return button?.disabled === true && field?.checkVisibility({ visibilityProperty: true }) === true;
  };
  const isPads = () => {
    const pads = document.querySelectorAll<HTMLButtonElement>('button[aria-label^="Add one to"]');
    return [...pads].some((pad) => !pad.disabled);
  };
  const look = () => {
    if (speed.field === null && isField()) {
      speed.field = performance.now();
      window.speedField();
    }
    if (speed.pads === null && isPads()) speed.pads = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
