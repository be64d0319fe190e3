import type { Plugin } from 'vite';

/**
 * write-excel-file zips in threads that it starts from blob: addresses, which the Content-Security-Policy does not
 * allow. It already runs in a thread of its own (workbook-worker.ts), so zipping in that thread delays nobody.
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
