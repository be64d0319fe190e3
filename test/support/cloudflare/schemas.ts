import * as z from 'zod';

/** The bodies that wrangler sends. A field that is not named here is refused: the fake has no behavior for it. */
const text = z.string().min(1);
const flag = z.boolean();
const annotations = z.partialRecord(z.enum(['workers/message', 'workers/tag']), text.max(100));
const observability = z.strictObject({ enabled: flag, logs: z.strictObject({ invocation_logs: flag }).optional() });
const codeUpdateStrategy = z.strictObject({ mode: z.literal('deferred'), max_delay: z.int() });

export const DatabaseSchema = z.strictObject({
  name: text,
  primary_location_hint: z.enum(['weur', 'eeur', 'enam', 'wnam', 'apac', 'oc']).optional(),
  jurisdiction: z.enum(['eu', 'fedramp', 'us']).optional(),
});
export const QuerySchema = z.strictObject({ sql: text, params: z.array(z.never()).optional() });
export const BucketSchema = z.strictObject({ name: text, locationHint: text.optional() });

export const SecretSchema = z.strictObject({ name: text, text, type: z.literal('secret_text') });
export const SecretsSchema = z.strictObject({ secrets: z.record(text, SecretSchema) });

export const ManifestSchema = z.strictObject({
  manifest: z.record(z.string().startsWith('/'), z.strictObject({ hash: z.hex().length(32), size: z.int() })),
});
export type Manifest = z.infer<typeof ManifestSchema>['manifest'];

const BindingSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('plain_text'), name: text, text: z.string() }),
  z.strictObject({ type: z.literal('d1'), name: text, id: text }),
  z.strictObject({ type: z.literal('durable_object_namespace'), name: text, class_name: text }),
  z.strictObject({ type: z.literal('r2_bucket'), name: text, bucket_name: text, jurisdiction: text.optional() }),
  z.strictObject({
    type: z.literal('ratelimit'),
    name: text,
    namespace_id: text,
    simple: z.strictObject({ limit: z.int(), period: z.union([z.literal(10), z.literal(60)]) }),
  }),
  z.strictObject({ type: z.literal('assets'), name: text }),
]);
export type Binding = z.infer<typeof BindingSchema>;

/** The part `metadata` of an uploaded worker. */
export const MetadataSchema = z.strictObject({
  main_module: text,
  bindings: z.array(BindingSchema),
  compatibility_date: z.iso.date().optional(),
  compatibility_flags: z.array(text).optional(),
  migrations: z
    .strictObject({
      old_tag: text.optional(),
      new_tag: text,
      steps: z.array(z.strictObject({ new_sqlite_classes: z.array(text) })),
    })
    .optional(),
  code_update_strategy: codeUpdateStrategy.optional(),
  keep_bindings: z.array(z.enum(['secret_text', 'secret_key'])).optional(),
  logpush: z.literal(false).optional(),
  annotations: annotations.optional(),
  assets: z
    .strictObject({
      jwt: text,
      config: z.strictObject({
        not_found_handling: z.literal('none'),
        run_worker_first: z.array(z.string().regex(/^!?\//)).min(1),
        _headers: text.optional(),
      }),
    })
    .optional(),
  observability: observability.optional(),
  limits: z.strictObject({ cpu_ms: z.int().max(300_000) }).optional(),
  package_dependencies: z
    .array(z.strictObject({ name: text, packageJsonVersion: text, installedVersion: text }))
    .optional(),
});
export type Metadata = z.infer<typeof MetadataSchema>;

export const DeploymentSchema = z.strictObject({
  strategy: z.literal('percentage'),
  versions: z.array(z.strictObject({ version_id: text, percentage: z.number().min(0).max(100) })).min(1),
  annotations: annotations.optional(),
  code_update_strategy: codeUpdateStrategy.optional(),
});
export const SettingsSchema = z.strictObject({
  tags: z.array(text).optional(),
  observability: observability.optional(),
});
export const SubdomainSchema = z.strictObject({ enabled: flag, previews_enabled: flag.optional() });
const origins = z.array(z.strictObject({ hostname: z.hostname() }));
export const OriginsSchema = origins;
export const RecordsSchema = z.strictObject({
  override_scope: flag,
  override_existing_origin: flag,
  override_existing_dns_record: flag,
  origins,
});
export const SchedulesSchema = z.array(z.strictObject({ cron: text }));
