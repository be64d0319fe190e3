import { randomUUID } from 'node:crypto';
import type { Runtime, Uploaded } from './runtime';
import type { Manifest } from './schemas';

/** A call that Cloudflare answers with an error. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

interface Version extends Uploaded {
  id: string;
  number: number;
  createdOn: string;
  annotations: Readonly<Record<string, string | undefined>>;
  secrets: Readonly<Record<string, string>>;
}

interface Deployment {
  id: string;
  created_on: string;
  source: string;
  strategy: string;
  author_email: string;
  annotations: Readonly<Record<string, string | undefined>>;
  versions: { version_id: string; percentage: number }[];
}

/** A worker, with its versions and deployments in the order of their creation. */
export class Script {
  readonly versions: Version[] = [];
  readonly deployments: Deployment[] = [];
  readonly classes = new Set<string>();
  migrationTag: string | undefined;
  tags: string[] = [];
  subdomain = { enabled: false, previews_enabled: false };
  domains: string[] = [];
  crons: string[] = [];

  constructor(
    readonly name: string,
    private readonly account: Account,
  ) {}

  get secrets(): Readonly<Record<string, string>> {
    return this.versions.at(-1)?.secrets ?? {};
  }

  version(id: string): Version {
    const known = this.versions.find((version) => version.id === id);
    if (!known) throw new Refusal(404, 10_007, `There is no version ${id}.`);
    return known;
  }

  /** Refuses bindings to what does not exist, as Cloudflare does, and stores the version. */
  addVersion(
    uploaded: Uploaded,
    annotations: Readonly<Record<string, string | undefined>>,
    secrets = this.secrets,
  ): Version {
    for (const binding of uploaded.metadata.bindings) {
      const isKnown =
        (binding.type !== 'd1' || this.account.databases.some(({ uuid }) => uuid === binding.id)) &&
        (binding.type !== 'r2_bucket' || this.account.buckets.has(binding.bucket_name)) &&
        (binding.type !== 'durable_object_namespace' || this.classes.has(binding.class_name));
      if (!isKnown)
        throw new Refusal(400, 10_021, `binding ${binding.name} of type ${binding.type} must name what exists`);
    }
    const number = this.versions.length + 1;
    const version = { ...uploaded, id: randomUUID(), number, createdOn: this.account.now(), annotations, secrets };
    this.versions.push(version);
    return version;
  }

  async deploy(
    versions: Deployment['versions'],
    annotations: Readonly<Record<string, string | undefined>>,
  ): Promise<Deployment> {
    const total = versions.reduce((sum, { percentage }) => sum + percentage, 0);
    if (total !== 100) throw new Refusal(400, 10_021, `The percentages add up to ${total}.`);
    const [most] = versions.toSorted((one, other) => other.percentage - one.percentage);
    const version = this.version(most?.version_id ?? '');
    const deployment = {
      id: randomUUID(),
      created_on: this.account.now(),
      source: 'wrangler',
      strategy: 'percentage',
      author_email: 'operator@headroom.test',
      annotations,
      versions,
    };
    this.deployments.unshift(deployment);
    await this.account.runtime.run(this.name, version, version.secrets);
    return deployment;
  }

  /** A changed secret is a new version of the same code, deployed at once. */
  async setSecrets(secrets: Readonly<Record<string, string>>): Promise<void> {
    const last = this.versions.at(-1);
    if (!last) throw new Refusal(404, 10_007, 'This Worker does not exist on your account.');
    const isDeployed = this.deployments[0]?.versions.some(
      ({ version_id: id, percentage }) => id === last.id && percentage === 100,
    );
    if (!isDeployed) throw new Refusal(400, 10_215, 'The latest version of your Worker is not currently deployed.');
    const version = this.addVersion(last, { 'workers/triggered_by': 'secret' }, { ...this.secrets, ...secrets });
    await this.deploy([{ version_id: version.id, percentage: 100 }], { 'workers/triggered_by': 'secret' });
  }
}

/** An account of Cloudflare, as far as wrangler sees one. */
export class Account {
  readonly id = '0123456789abcdef0123456789abcdef';
  readonly databases: { uuid: string; name: string; jurisdiction: string | null; location: string | undefined }[] = [];
  readonly buckets = new Map<string, string>();
  readonly scripts = new Map<string, Script>();
  readonly files = new Map<string, Buffer>();
  /** The lists of static files whose upload has begun, by its token. */
  readonly manifests = new Map<string, Manifest>();
  /** Whether R2 is turned on in the dashboard. */
  hasR2 = true;
  private lastMs = 0;

  constructor(readonly runtime: Runtime) {}

  /** The time; two of them are never the same, because wrangler sorts by it. */
  now(): string {
    this.lastMs = Math.max(Date.now(), this.lastMs + 1);
    return new Date(this.lastMs).toISOString();
  }

  script(name: string): Script {
    const script = this.scripts.get(name);
    if (!script) throw new Refusal(404, 10_007, 'This Worker does not exist on your account.');
    return script;
  }
}
