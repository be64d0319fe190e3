/**
 * The sources that Stripe.js needs (docs.stripe.com/security/guide, "Content security policy"). Images are not needed,
 * because the card field does not offer Stripe's Link.
 */
const STRIPE_SOURCES: Readonly<Record<string, readonly string[]>> = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
};

/**
 * Adds Stripe's sources to a Content-Security-Policy. A missing directive becomes default-src plus Stripe's sources.
 */
export function withStripe(policy: string): string {
  const directives = new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );
  const otherwise = directives.get('default-src') ?? [];
  for (const [name, sources] of Object.entries(STRIPE_SOURCES)) {
    directives.set(name, [...(directives.get(name) ?? otherwise), ...sources]);
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
