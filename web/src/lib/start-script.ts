/** The script this page started with. Its name holds a hash of what is in it: each build has another. */
export const startScript = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? null;
