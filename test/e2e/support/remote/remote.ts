/** What runs in the page. Its source is sent there, so it refers to nothing outside itself. */
type InPage<T> = (argument: string) => T;

/** A browser that Playwright cannot drive, with one page of a phone's size. */
export interface Remote {
  /** Goes to the address, and resolves once its page has loaded. */
  open(url: string): Promise<void>;
  read(what: InPage<string>, argument?: string): Promise<string>;
  /** Waits for the element, and presses its middle as a person would. */
  press(which: InPage<Element | undefined>, argument?: string): Promise<void>;
  /** A PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** The source of an expression that calls the function. */
export const sourceOf = (what: InPage<unknown>, argument = ''): string =>
  `(${String(what)})(${JSON.stringify(argument)})`;

/** How often a page looks whether the element is there, and how often before it gives up. */
const LOOKS = { everyMs: 50, times: 400 };

/** The source of an async function that returns the element in sight once it is there. */
export const sourceOfWait = (which: InPage<Element | undefined>, argument = ''): string => `async () => {
  for (let looks = 0; looks < ${LOOKS.times}; looks += 1) {
    const element = ${sourceOf(which, argument)};
    if (element) {
      element.scrollIntoView({ block: 'nearest' });
      return element;
    }
    await new Promise((resolve) => setTimeout(resolve, ${LOOKS.everyMs}));
  }
  throw new Error(${JSON.stringify(`It is not on the page: ${argument}`)});
}`;

/** The preamble (test/support/front.ts) of a page that keeps what it logs as an error, throws, or may not do. */
export const KEEPS_ERRORS = `if ('document' in globalThis && !window.keptErrors) {
  window.keptErrors = [];
  const keep = (...what) => window.keptErrors.push(what.map(String).join(' '));
  console.error = keep;
  addEventListener('error', ({ message }) => keep(message));
  addEventListener('unhandledrejection', ({ reason }) => keep(reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => keep(violatedDirective, blockedURI));
}`;

/** Reads, as JSON, what the page has kept since it was loaded. */
export const keptErrors = (page: Remote): Promise<string> =>
  page.read(() => JSON.stringify('keptErrors' in window ? window.keptErrors : 'The preamble did not run'));

/** Presses the button with that accessible name. */
export const pressButton = (page: Remote, name: string): Promise<void> =>
  page.press(
    (wanted) =>
      [...document.querySelectorAll('button')].find(
        (it) => it.checkVisibility() && !it.disabled && (it.ariaLabel ?? it.textContent.trim()) === wanted,
      ),
    name,
  );
