/** What an access code or a display's token follows in a path: of calls and of pages, however many slashes there are. */
const SECRET_FOLLOWS = /\/(?:by-access-code|displays?)\/+[^/]/i;
/** A join link's access code (web/src/features/join/join-link.ts). */
const SECRET_PARAMETER = 'code';

/** Whether whoever reads the address can use it: it holds an access code or a display's token. */
export function holdsSecret(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return SECRET_FOLLOWS.test(pathname) || searchParams.has(SECRET_PARAMETER);
}
