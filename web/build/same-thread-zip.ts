import type { Plugin } from 'vite';

/**
 * Makes write-excel-file zip in its own thread. It would start more threads from blob: addresses, which the
 * Content-Security-Policy forbids. It already runs in a worker (workbook-worker.ts), so the screen does not wait for
 * it.
 */
export const sameThreadZip: Plugin = {
  name: 'same-thread-zip',
  load: {
    filter: { id: /[\\/]write-excel-file[\\/]modules[\\/]zip[\\/]zipToArrayBuffer\.js$/ },
    handler: () => `
      import zip from './zipToArrayBufferSync.js';
      export default async (files) => zip(files);`,
  },
};
