import { vi } from 'vitest';

/**
 * Events that must not happen: lines in the error log, and unhandled rejections (vitest fails on uncaught exceptions).
 */
export function watchDisturbances(): { take: () => string[]; stop: () => void } {
  const seen: string[] = [];
  const spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...line: unknown[]) => {
      seen.push(`${level}: ${line.map(String).join(' ')}`);
    }),
  );
  const rejected = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    seen.push(`unhandled rejection: ${String(event.reason)}`);
  };
  globalThis.addEventListener('unhandledrejection', rejected);
  return {
    take: () => seen.splice(0),
    stop: () => {
      for (const spy of spies) spy.mockRestore();
      globalThis.removeEventListener('unhandledrejection', rejected);
    },
  };
}
