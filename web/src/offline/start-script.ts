let noted: string | null = null;

/**
 * Notes the app's start script.
 * @param url of the app's first module, which some pages load after a smaller script
 */
export function noteStartScript(url: string): void {
  noted = new URL(url).pathname;
}

/**
 * Returns the script with which the app started on this page. Its name contains a hash, so that each build has another
 * name.
 */
export const startScript = (): string | null =>
  noted ?? document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? null;
