import type { TestProject } from 'vitest/node';
import { buildProduct, Product } from '../../support/product';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the built product. */
    baseUrl: string;
    /** The file with the server's output. */
    serverLog: string;
  }
}

/** Builds and serves the product once; each journey creates its own accounts. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = new Product();
  await product.start(buildProduct());
  project.provide('baseUrl', product.url);
  project.provide('serverLog', product.logFile);
  return () => product.stop();
}
