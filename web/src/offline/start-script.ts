let noted: string | null = null;

/** @param url of the app's first module, which a page may load after a smaller one */
export function noteStartScript(url: string): void {
  noted = new URL(url).pathname;
}

/**
 * The script that the app started with on this page. Its name contains a hash of its contents, so each build has
 * another.
 */
export const startScript = (): string | null =>
  noted ?? document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? null;
