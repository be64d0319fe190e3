import { readFileSync } from 'node:fs';

/**
 * wrangler.toml of this clone without what `npm run setup` writes. Operators commit their settings, and the tests pass
 * with any of them.
 */
export function untouchedToml(toml = readFileSync('wrangler.toml', 'utf8')): string {
  return toml
    .replaceAll(/^(SUPPORT_EMAIL = ).*$/gm, '$1"support@headroom.example"')
    .replaceAll(/^(database_id = ).*$/gm, '$1"00000000-0000-0000-0000-000000000000"')
    .replaceAll(
      /^(SIGN_UP|RETENTION_MONTHS|PUBLIC_ORIGIN|JURISDICTION|MAIL_\w+|SENTRY_DSN|STRIPE_\w+|ALARM_EMAIL) = .*\n/gm,
      '',
    )
    .replaceAll(/^\[env\.\w+\]\n(?:\S.*\n)*\n/gm, '')
    .replaceAll(/\n\[\[env\.\w+\.r2_buckets\]\]\n(?:\S.*\n?)*/g, '');
}
