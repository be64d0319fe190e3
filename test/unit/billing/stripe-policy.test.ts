import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withStripe } from '../../../src/routes/stripe-policy';

const policy = /Content-Security-Policy: (.+)/.exec(readFileSync('web/public/_headers', 'utf8'))?.[1] ?? '';
const directivesOf = (text: string) => new Map(text.split('; ').map((line) => [line.split(' ')[0], line]));

test('static files let nobody else in', () => {
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('https:');
});

test('with Stripe: its hosts where scripts, frames and calls come from, and all else as in _headers', () => {
  const extended = directivesOf(withStripe(policy));
  expect(extended.get('script-src')).toBe("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(extended.get('frame-src')).toBe(
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  );
  expect(extended.get('connect-src')).toBe("connect-src 'self' https://api.stripe.com");
  for (const name of ['script-src', 'frame-src', 'connect-src']) extended.delete(name);
  const others = directivesOf(policy);
  others.delete('script-src');
  expect(extended).toEqual(others);
});
