import { vi } from 'vitest';

/** What nobody may see: lines in the error log, and rejections that nothing catches (vitest fails on uncaught exceptions). */
export function watchDisturbances(): { take: () => string[]; stop: () => void } {
  let seen: string[] = [];
  const log = vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => {
    seen.push(`log: ${line.map(String).join(' ')}`);
  });
  const warn = vi.spyOn(console, 'warn').mockImplementation((...line: unknown[]) => {
    seen.push(`warning: ${line.map(String).join(' ')}`);
  });
  const rejected = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    seen.push(`unhandled rejection: ${String(event.reason)}`);
  };
  globalThis.addEventListener('unhandledrejection', rejected);
  return {
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    stop: () => {
      log.mockRestore();
      warn.mockRestore();
      globalThis.removeEventListener('unhandledrejection', rejected);
    },
  };
}
