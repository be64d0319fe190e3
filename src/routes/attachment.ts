/** RFC 8187: characters that encodeURIComponent leaves but that are not allowed in such a value. */
const extended = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Browsers save the answer under this name. */
export const attachment = (fileName: string) => ({
  'Content-Disposition': `attachment; filename*=UTF-8''${extended(fileName)}`,
});
