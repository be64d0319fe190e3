import { expect, test } from 'vitest';
import * as z from 'zod';
import { read } from './repository';

const Versions = z.record(z.string(), z.string()).default({});
const PackageSchema = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions });
const LockedSchema = z.object({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  inBundle: z.boolean().optional(),
});
const LockSchema = z.object({ packages: z.record(z.string(), LockedSchema) });

/** The registry of a package whose entry names none. npm asks the registry that it is configured with. */
const REGISTRY = 'https://registry.npmjs.org/';

test('every dependency has one exact version', () => {
  const { dependencies, devDependencies, optionalDependencies } = PackageSchema.parse(JSON.parse(read('package.json')));
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(asked.length).toBeGreaterThan(40);
  // miniflare 5 has no other releases yet.
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-beta)?$/.test(version))).toEqual([]);
});

test('every package of the lockfile comes from a registry and has its hash', () => {
  const lock = LockSchema.parse(JSON.parse(read('package-lock.json')));
  const packages = Object.entries(lock.packages).filter(([path, { inBundle }]) => path !== '' && inBundle !== true);
  expect(packages.length).toBeGreaterThan(250);
  const loose = packages.filter(
    ([, { integrity, resolved }]) =>
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || !(resolved ?? REGISTRY).startsWith(REGISTRY),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});
