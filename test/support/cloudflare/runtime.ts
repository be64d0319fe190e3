import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import type { Binding, Metadata } from './schemas';

/** One uploaded version of a worker. */
export interface Uploaded {
  metadata: Metadata;
  modules: ReadonlyMap<string, { content: Buffer; type: string }>;
  /** The static files by their path. */
  assets: ReadonlyMap<string, Buffer>;
}

const ALONE = {
  name: 'none',
  modules: true,
  script: "export default { fetch: () => new Response('nothing is deployed', { status: 530 }) }",
};

type Of<T extends Binding['type']> = Extract<Binding, { type: T }>;

const ofType = <T extends Binding['type']>(bindings: readonly Binding[], type: T): Of<T>[] =>
  bindings.filter((binding): binding is Of<T> => binding.type === type);

/** Runs the deployed worker in Miniflare over HTTPS, on databases and rooms that outlive a deployment. */
export class Runtime {
  private readonly folder = mkdtempSync(join(tmpdir(), 'headroom-cloudflare-'));
  private databases: string[] = [];
  private worker: V4WorkerOptions = ALONE;
  private miniflare: Miniflare | null = null;

  constructor(
    private readonly httpsPort: number,
    /** Receives what the runtime and the worker log. */
    private readonly log: (line: string) => void,
  ) {}

  private async restart(): Promise<Miniflare> {
    const options = convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: this.httpsPort,
      https: true,
      cf: false,
      logRequests: false,
      handleStructuredLogs: ({ message }) => this.log(message),
      resourcePersistencePath: join(this.folder, 'state'),
      workers: [
        this.worker,
        { ...ALONE, name: 'databases', d1Databases: Object.fromEntries(this.databases.map((id) => [id, id])) },
      ],
    });
    if (this.miniflare) await this.miniflare.setOptions(options);
    else this.miniflare = new Miniflare(options);
    return this.miniflare;
  }

  async start(): Promise<URL> {
    return (await this.restart()).ready;
  }

  async addDatabase(id: string): Promise<void> {
    this.databases.push(id);
    await this.restart();
  }

  /** Runs a statement or several on a database, as the call `query` of D1's API does. */
  async query(id: string, sql: string): Promise<unknown[]> {
    const database = await this.miniflare?.getD1Database(id, 'databases');
    const answers: unknown[] = [];
    for (const statement of splitSql(sql)) answers.push(await database?.prepare(statement).all());
    return answers;
  }

  async run(
    name: string,
    { metadata, modules, assets }: Uploaded,
    secrets: Readonly<Record<string, string>>,
  ): Promise<void> {
    const folder = mkdtempSync(join(this.folder, 'version-'));
    const directory = join(folder, 'assets');
    mkdirSync(directory);
    for (const [path, content] of assets) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content);
    }
    // Miniflare reads the rules of headers from the folder.
    writeFileSync(join(directory, '_headers'), metadata.assets?.config['_headers'] ?? '');
    const { bindings, main_module: main, compatibility_date: date, compatibility_flags: flags = [] } = metadata;
    const [asset] = ofType(bindings, 'assets');
    // workerd itself knows no jurisdictions: with the variable no room would start.
    const texts = ofType(bindings, 'plain_text')
      .filter((binding) => binding.name !== 'JURISDICTION')
      .map((binding) => [binding.name, binding.text]);
    this.worker = {
      name,
      ...(date && { compatibilityDate: date }),
      compatibilityFlags: flags,
      modules: [...modules]
        .filter(([, { type }]) => type === 'application/javascript+module')
        .toSorted(([one]) => (one === main ? -1 : 1))
        .map(([path, { content }]) => ({ type: 'ESModule' as const, path, contents: content.toString() })),
      bindings: { ...Object.fromEntries(texts), ...secrets },
      d1Databases: Object.fromEntries(ofType(bindings, 'd1').map((binding) => [binding.name, binding.id])),
      durableObjects: Object.fromEntries(
        ofType(bindings, 'durable_object_namespace').map((binding) => [
          binding.name,
          { className: binding.class_name, useSQLite: true },
        ]),
      ),
      r2Buckets: Object.fromEntries(
        ofType(bindings, 'r2_bucket').map((binding) => [binding.name, binding.bucket_name]),
      ),
      ratelimits: Object.fromEntries(
        ofType(bindings, 'ratelimit').map(({ name: key, namespace_id, simple }) => [key, { namespace_id, simple }]),
      ),
      ...(asset && {
        assets: {
          directory,
          binding: asset.name,
          routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
          assetConfig: { not_found_handling: 'none' as const },
        },
      }),
    };
    await this.restart();
  }

  async stop(): Promise<void> {
    await this.miniflare?.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
