import type { TestProject } from 'vitest/node';
import { buildProduct, Product } from '../../support/product';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the built product is served. */
    baseUrl: string;
    /** The file that has what it prints. */
    serverLog: string;
  }
}

/** Builds once, serves once: each journey makes accounts of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = new Product();
  await product.start(buildProduct());
  project.provide('baseUrl', product.url);
  project.provide('serverLog', product.logFile);
  return () => product.stop();
}
