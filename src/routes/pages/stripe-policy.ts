/**
 * What Stripe.js needs (docs.stripe.com/security/guide, "Content security policy"): no images; the card field has no
 * Link.
 */
const STRIPE_SOURCES: Readonly<Record<string, readonly string[]>> = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
};

/**
 * A Content-Security-Policy that also allows Stripe.js. A missing directive becomes default-src plus Stripe's hosts.
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
