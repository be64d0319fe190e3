import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Account, Refusal, Script } from './account';
import type { Uploaded } from './runtime';
import * as schemas from './schemas';

/** A received call: the parts of its path that its pattern names, and its body, which a call reads with a schema. */
export interface Call {
  account: Account;
  parts: Record<string, string>;
  token: string;
  body: <T>(schema: z.ZodType<T>) => T;
  form: () => Promise<FormData>;
}

type Answer = (call: Call) => unknown;

const found = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Refusal(404, 7404, `There is no ${what}.`);
  return value;
};

const scriptOf = ({ account, parts }: Call): Script => account.script(parts.script ?? '');

async function uploadOf({ account, form }: Call): Promise<Uploaded> {
  const fields = await form();
  const metadata = schemas.MetadataSchema.parse(JSON.parse(z.string().parse(fields.get('metadata'))));
  const modules = new Map<string, { content: Buffer; type: string }>();
  for (const [name, file] of fields) {
    if (file instanceof File) modules.set(name, { content: Buffer.from(await file.arrayBuffer()), type: file.type });
  }
  if (!modules.has(metadata.main_module)) throw new Refusal(400, 10_021, `No such module: ${metadata.main_module}`);
  const assets = new Map<string, Buffer>();
  if (metadata.assets) {
    const manifest = found(account.manifests.get(metadata.assets.jwt), 'completed upload of files');
    for (const [path, { hash }] of Object.entries(manifest))
      assets.set(path, found(account.files.get(hash), `file ${path}`));
  }
  return { metadata, modules, assets };
}

/** PUT of a script: migrates its classes, adds a version and deploys it. */
async function putScript(call: Call): Promise<unknown> {
  const { account, parts } = call;
  const { script: name = '' } = parts;
  const uploaded = await uploadOf(call);
  const script = account.scripts.get(name) ?? new Script(name, account);
  const { migrations, annotations = {}, keep_bindings: kept } = uploaded.metadata;
  if (migrations) {
    if (migrations.old_tag !== script.migrationTag)
      throw new Refusal(412, 10_079, `The tag is ${script.migrationTag}.`);
    script.migrationTag = migrations.new_tag;
    for (const added of migrations.steps.flatMap((step) => step.new_sqlite_classes)) script.classes.add(added);
  }
  const version = script.addVersion(uploaded, annotations, kept?.includes('secret_text') ? script.secrets : {});
  account.scripts.set(name, script);
  await script.deploy([{ version_id: version.id, percentage: 100 }], annotations);
  return { id: name, etag: version.id, deployment_id: version.id.replaceAll('-', ''), startup_time_ms: 1 };
}

const versionJson = ({ id, number, createdOn, annotations, metadata }: Script['versions'][number]) => ({
  id,
  number,
  annotations,
  metadata: { created_on: createdOn, source: 'wrangler', author_email: 'operator@headroom.test', has_preview: false },
  resources: { script: { etag: id, handlers: ['fetch'] }, bindings: metadata.bindings, script_runtime: {} },
  startup_time_ms: 1,
});

async function postVersion(call: Call): Promise<unknown> {
  const uploaded = await uploadOf(call);
  if (uploaded.metadata.migrations) throw new Refusal(400, 10_021, 'A version carries no migration.');
  return versionJson(scriptOf(call).addVersion(uploaded, uploaded.metadata.annotations ?? {}));
}

function startUpload({ account, body }: Call): unknown {
  const { manifest } = body(schemas.ManifestSchema);
  const token = `${btoa('{}')}.${btoa(JSON.stringify({ session: randomUUID() }))}.x`;
  account.manifests.set(token, manifest);
  const hashes = [...new Set(Object.values(manifest).map(({ hash }) => hash))];
  const missing = hashes.filter((hash) => !account.files.has(hash));
  return { jwt: token, buckets: missing.length > 0 ? [missing] : [] };
}

async function uploadFiles({ account, token, form }: Call): Promise<unknown> {
  const manifest = found(account.manifests.get(token), 'upload with this token');
  for (const [hash, file] of await form()) {
    const text = file instanceof File ? await file.text() : '';
    const content = Buffer.from(text, 'base64');
    const isListed = Object.values(manifest).some((entry) => entry.hash === hash && entry.size === content.length);
    if (!isListed) throw new Refusal(400, 10_021, `The manifest does not list ${hash} with this size.`);
    account.files.set(hash, content);
  }
  return { jwt: token };
}

function workerJson(call: Call): unknown {
  const { name, subdomain } = scriptOf(call);
  const suffix = `-${name}.rehearsal.workers.dev`;
  return {
    name,
    subdomain: { ...subdomain, url: `https://${name}.rehearsal.workers.dev`, preview_url_suffix: suffix },
  };
}

function bucketsOf({ account }: Call): Account['buckets'] {
  if (!account.hasR2) throw new Refusal(403, 10_042, 'Please enable R2 through the Cloudflare Dashboard.');
  return account.buckets;
}

const A = '/accounts/:account';
const S = `${A}/workers/scripts/:script`;
const me = ({ account: { id } }: Call) => ({ id, name: 'Rehearsal', type: 'standard' });

/** All calls that are known, as `METHOD path?query`; `*` stands for any value. */
export const CALLS: Readonly<Record<string, Answer>> = {
  'GET /user/tokens/verify': () => ({ id: 'token', status: 'active' }),
  'GET /user': () => ({ email: 'operator@headroom.test' }),
  'GET /accounts?page=*': (call) => [me(call)],
  'GET /memberships?page=*': (call) => [{ id: 'membership', account: me(call) }],

  [`GET ${A}/d1/database?page=*&per_page=*`]: ({ account }) => account.databases,
  [`POST ${A}/d1/database`]: async ({ account, body }) => {
    const { name, jurisdiction = null, primary_location_hint: location } = body(schemas.DatabaseSchema);
    if (account.databases.some((known) => known.name === name)) throw new Refusal(400, 7502, 'The name is taken.');
    const made = { uuid: randomUUID(), name, jurisdiction, location };
    account.databases.push(made);
    await account.runtime.addDatabase(made.uuid);
    return made;
  },
  [`POST ${A}/d1/database/:database/query`]: ({ account, parts, body }) => {
    const database = account.databases.find(({ uuid }) => uuid === parts.database);
    return account.runtime.query(found(database, 'such database').uuid, body(schemas.QuerySchema).sql);
  },
  [`GET ${A}/r2/buckets`]: (call) => ({
    buckets: [...bucketsOf(call)].map(([name, at]) => ({ name, creation_date: at })),
  }),
  [`GET ${A}/r2/buckets/:bucket`]: (call) => ({
    name: found(bucketsOf(call).get(call.parts.bucket ?? ''), 'such bucket'),
  }),
  [`POST ${A}/r2/buckets`]: (call) => {
    const { name } = call.body(schemas.BucketSchema);
    bucketsOf(call).set(name, call.account.now());
    return { name };
  },

  [`GET ${A}/workers/services/:script`]: (call) => {
    const { name, tags, migrationTag } = scriptOf(call);
    const script = { id: name, tag: name, tags, migration_tag: migrationTag, last_deployed_from: 'wrangler' };
    return { id: name, default_environment: { environment: 'production', script } };
  },
  [`PUT ${S}`]: putScript,
  [`PUT ${S}?bindings_inherit=strict&excludeScript=true`]: putScript,
  [`POST ${S}/versions?bindings_inherit=strict`]: postVersion,
  [`GET ${S}/versions?deployable=true`]: (call) => ({ items: scriptOf(call).versions.map(versionJson) }),
  [`GET ${S}/versions/:version`]: (call) => versionJson(scriptOf(call).version(call.parts.version ?? '')),
  [`GET ${S}/deployments`]: (call) => ({ deployments: scriptOf(call).deployments }),
  [`POST ${S}/deployments`]: (call) => {
    const { versions, annotations = {} } = call.body(schemas.DeploymentSchema);
    return scriptOf(call).deploy(versions, annotations);
  },
  [`GET ${S}/settings`]: (call) => ({ bindings: scriptOf(call).versions.at(-1)?.metadata.bindings }),
  [`PATCH ${S}/script-settings`]: (call) => {
    const { tags, observability } = call.body(schemas.SettingsSchema);
    if (tags) scriptOf(call).tags = tags;
    return { tags, observability };
  },
  [`GET ${S}/secrets`]: (call) => Object.keys(scriptOf(call).secrets).map((name) => ({ name, type: 'secret_text' })),
  [`PUT ${S}/secrets`]: async (call) => {
    const { name, text } = call.body(schemas.SecretSchema);
    await scriptOf(call).setSecrets({ [name]: text });
  },
  [`PATCH ${S}/secrets-bulk`]: async (call) => {
    const { secrets } = call.body(schemas.SecretsSchema);
    await scriptOf(call).setSecrets(Object.fromEntries(Object.values(secrets).map(({ name, text }) => [name, text])));
  },
  [`POST ${S}/assets-upload-session`]: startUpload,
  [`POST ${A}/workers/assets/upload?base64=true`]: uploadFiles,
  [`GET ${A}/workers/subdomain`]: () => ({ subdomain: 'rehearsal' }),
  [`GET ${A}/workers/workers/:script`]: workerJson,
  [`POST ${S}/subdomain`]: (call) => Object.assign(scriptOf(call).subdomain, call.body(schemas.SubdomainSchema)),
  [`POST ${S}/domains/changeset?replace_state=true`]: (call) => ({
    added: call.body(schemas.OriginsSchema).filter(({ hostname }) => !scriptOf(call).domains.includes(hostname)),
    removed: [],
    updated: [],
    conflicting: [],
  }),
  [`PUT ${S}/domains/records`]: (call) => {
    scriptOf(call).domains = call.body(schemas.RecordsSchema).origins.map(({ hostname }) => hostname);
  },
  [`PUT ${S}/schedules`]: (call) => {
    scriptOf(call).crons = call.body(schemas.SchedulesSchema).map(({ cron }) => cron);
  },
};
