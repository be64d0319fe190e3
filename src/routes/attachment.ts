import type { Context } from 'hono';
import { textStream } from '../http/text-stream';
import type { AppEnv } from '../services/context';

/** Encodes a value as RFC 8187 requires: it does not allow some characters that encodeURIComponent leaves. */
const extended = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the header with which browsers save the answer under this file name. */
export const attachment = (fileName: string) => ({
  'Content-Disposition': `attachment; filename*=UTF-8''${extended(fileName)}`,
});

/** Answers with a CSV file, which browsers save under this name. */
export const csvFile = (
  c: Context<AppEnv>,
  pieces: Iterator<string> | AsyncIterator<string>,
  fileName: string,
): Response => c.body(textStream(pieces), 200, { 'Content-Type': 'text/csv; charset=utf-8', ...attachment(fileName) });
