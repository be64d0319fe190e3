/** What precedes an access code or a display's token in a path, of calls and of pages, with any number of slashes. */
const SECRET_FOLLOWS = /\/(?:by-access-code|displays?)\/+[^/]/i;
/** A join link's access code (web/src/features/join/join-link.ts). */
const SECRET_PARAMETER = 'code';

/** Whether the address contains an access code or a display's token. */
export function holdsSecret(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return SECRET_FOLLOWS.test(pathname) || searchParams.has(SECRET_PARAMETER);
}
