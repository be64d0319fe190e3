import { expect, test } from 'vitest';
import { handlingOf } from '../../../../web/service-worker/handling';

const ORIGIN = 'https://headroom.example';
const ROOT_FILES = new Set(['/theme.js', '/favicon.svg']);

const handling = (url: string, mode: RequestMode, method = 'GET') =>
  handlingOf({ url: new URL(url, ORIGIN).href, mode, method }, ORIGIN, ROOT_FILES);

test.each([
  ['/app', 'shell'],
  ['/app/', 'shell'],
  ['/app?event=1#areas', 'shell'],
  ['/admin', 'shell'],
  ['/user', 'shell'],
  ['/login', 'shell'],
  ['/login/', 'shell'],
  ['/', 'untouched'],
  ['/?to=/app', 'untouched'],
  ['/signup', 'untouched'],
  ['/privacy-policy', 'untouched'],
  ['/tos', 'untouched'],
  ['/App', 'untouched'],
  ['/app//', 'untouched'],
  ['//app', 'untouched'],
  ['/app/x', 'untouched'],
  ['/apple', 'untouched'],
  ['/no/such/page', 'untouched'],
  ['/api/health', 'untouched'],
  ['/assets/shell-abc.js', 'untouched'],
  ['/theme.js', 'untouched'],
  ['https://elsewhere.example/app', 'untouched'],
  ['http://headroom.example/app', 'untouched'],
] as const)('who goes to %s: %s', (url, expected) => {
  expect(handling(url, 'navigate')).toBe(expected);
});

test.each([
  ['/assets/shell-abc.js', 'cors', 'file'],
  ['/assets/styles-abc.css', 'no-cors', 'file'],
  ['/theme.js', 'no-cors', 'file'],
  ['/favicon.svg', 'no-cors', 'file'],
  ['/og.png', 'no-cors', 'untouched'],
  ['/sw.js', 'same-origin', 'untouched'],
  ['/app', 'cors', 'untouched'],
  ['/api/auth/verify', 'cors', 'untouched'],
  ['/api/events/e1/areas', 'cors', 'untouched'],
  ['/api/events/e1/socket?v=1', 'cors', 'untouched'],
  ['https://js.stripe.com/assets/v3.js', 'no-cors', 'untouched'],
  ['https://elsewhere.example/theme.js', 'no-cors', 'untouched'],
] as const)('a page that asks for %s in mode %s: %s', (url, mode, expected) => {
  expect(handling(url, mode)).toBe(expected);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('%s is left alone, wherever it goes', (method) => {
  expect(handling('/app', 'navigate', method)).toBe('untouched');
  expect(handling('/assets/shell-abc.js', 'cors', method)).toBe('untouched');
});
