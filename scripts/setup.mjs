import process from 'node:process';

/**
 * `npm run setup -- --env staging|production …`: prepares an environment for `npm run deploy`. It creates the database,
 * writes wrangler.toml and sends secrets. It may run again at any time: it finds what exists, and changes only what is
 * missing or given. With --dry-run it only reads.
 */
const USAGE = `npm run setup -- --env staging|production
  --domain headroom.example.com        a domain of yours; without it an address under workers.dev
  --support-email help@example.com     where people find help
  --retention-months 24                how long reports are kept
  --sign-up open|invited|closed        who may make an account; closed, unless decided before
  --location weur|eeur|enam|wnam|apac|oc   where a new database is, or
  --jurisdiction eu|fedramp                where everything stays
  --with mail,sentry,stripe,evidence,alarms,push
                                       asks for their settings, or takes them from the environment
  --backups                            creates a bucket for backups
  --new-operator-token                 replaces OPERATOR_TOKEN
  --dry-run                            shows what would be done
`;
// `npm ci` installs a Node that runs TypeScript without a flag; npm puts it into the PATH.
if (!process.features.typescript) {
  process.stderr.write(
    `Node ${process.versions.node} is too old for this. Run \`npm ci\`, then \`npm run setup\`, which uses the Node of its own.\n`,
  );
  process.exit(1);
}
const { ENVIRONMENTS, fail, readCommandLine, requireEnvironment } = await import('./command.ts');

const { values } = readCommandLine(
  {
    options: {
      env: { type: 'string', default: '' },
      domain: { type: 'string' },
      'support-email': { type: 'string' },
      'retention-months': { type: 'string' },
      'sign-up': { type: 'string' },
      location: { type: 'string' },
      jurisdiction: { type: 'string' },
      with: { type: 'string', multiple: true, default: [] },
      backups: { type: 'boolean', default: false },
      'new-operator-token': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  },
  USAGE,
);
requireEnvironment(values.env, USAGE);
const other = ENVIRONMENTS.find((name) => name !== values.env) ?? '';

const { setUp } = await import('./setup/main.ts');
const { wrongOptions } = await import('./setup/options.ts');
const { Stop } = await import('./deploy/wrangler.ts');
const options = {
  environment: values.env,
  other,
  isDryRun: values['dry-run'],
  domain: values.domain,
  supportEmail: values['support-email'],
  retentionMonths: values['retention-months'],
  signUp: values['sign-up'],
  location: values.location,
  jurisdiction: values.jurisdiction,
  hasBackups: values.backups,
  features: values.with.flatMap((names) => names.split(',')),
  isNewOperatorToken: values['new-operator-token'],
};
const wrong = wrongOptions(options);
if (wrong.length > 0) fail(`${wrong.join('\n')}\n${USAGE}`);

try {
  await setUp(options);
} catch (error) {
  if (error instanceof Stop) fail(`\n${error.message}`);
  throw error;
}
