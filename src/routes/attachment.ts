/** Encodes a value as RFC 8187 requires: it does not allow some characters that encodeURIComponent leaves. */
const extended = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the header with which browsers save the answer under this file name. */
export const attachment = (fileName: string) => ({
  'Content-Disposition': `attachment; filename*=UTF-8''${extended(fileName)}`,
});
