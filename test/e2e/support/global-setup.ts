import { writeFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { buildProduct, Product } from '../../support/product';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the built product. It answers once `setup.ts` is done. */
    baseUrl: string;
    /** The file with the server's output. */
    serverLog: string;
  }
}

/** The file that exists when the product could not be built or started, and says why. */
export const failureFile = (serverLog: string): string => `${serverLog}.failed`;

/**
 * Builds and serves the product once; each journey creates its own accounts. Tests of other projects run meanwhile, and
 * journeys wait for it in `setup.ts`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = new Product();
  project.provide('baseUrl', await product.takePort());
  project.provide('serverLog', product.logFile);
  const started = product
    .start(buildProduct())
    .catch((error: unknown) => writeFileSync(failureFile(product.logFile), String(error)));
  return async () => {
    await started;
    await product.stop();
  };
}
