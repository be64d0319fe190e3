export const HTML = 'text/html; charset=utf-8';
export const SHELL = '<html>the app</html>';
export const LOGIN = '<html>the login</html>';
export const SIGNUP = '<html>the sign-up</html>';
const PAGES: Readonly<Record<string, string>> = { '/shell': SHELL, '/login': LOGIN, '/signup': SIGNUP };
export const ETAG = '"1"';

/** A shortened form of the policy in `_headers`. */
export const POLICY = "default-src 'self'; script-src 'self'; img-src 'self' data:";

/** The static files of a build: the app's HTML and one hashed chunk, under the rules of `_headers`. */
export async function fetchFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const body = (text: string) => (request.method === 'HEAD' ? null : text);
  if (pathname === '/assets/app-abc123.js') {
    return new Response(body('1'), {
      headers: { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' },
    });
  }
  if (pathname === '/' || pathname === '/robots.txt') {
    return new Response(body('static'), {
      headers: {
        'content-type': pathname === '/' ? HTML : 'text/plain',
        'cache-control': 'public, max-age=0, must-revalidate',
        'content-security-policy': POLICY,
      },
    });
  }
  if (pathname === '/index.html' && request.redirect === 'manual')
    return new Response(null, { status: 307, headers: { location: '/' } });
  const page = PAGES[pathname];
  if (page === undefined) return new Response(null, { status: 404 });
  const headers = {
    'content-type': HTML,
    etag: ETAG,
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-security-policy': POLICY,
  };
  if (request.headers.get('if-none-match') === ETAG) return new Response(null, { status: 304, headers });
  return new Response(body(page), { headers });
}
