import type { Report } from '../../../../../src/shared/schemas/report';
import { workbookOrder } from './sheets';
import type { WorkbookAnswer } from './workbook-worker';

/**
 * Returns the report as a workbook for Excel and similar programs.
 * @throws {Error} the workbook could not be made, or `signal` was aborted
 */
export async function makeWorkbook(report: Report, signal: AbortSignal): Promise<Blob> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Blob>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => {
        if (data.type === 'made') resolve(data.file);
        else reject(new Error(data.message));
      });
      worker.postMessage(workbookOrder(report), []);
    });
  } finally {
    worker.terminate();
  }
}
