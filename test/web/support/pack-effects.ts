import { vi } from 'vitest';

/** Gives the page what jsdom lacks for checking a pack: WebCrypto, and the streams that unpack. */
export async function stubPackEffects(): Promise<void> {
  const { webcrypto } = await vi.importActual<{ webcrypto: Crypto }>('node:crypto');
  const streams =
    await vi.importActual<Pick<typeof globalThis, 'ReadableStream' | 'DecompressionStream'>>('node:stream/web');
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('ReadableStream', streams.ReadableStream);
  vi.stubGlobal('DecompressionStream', streams.DecompressionStream);
}
