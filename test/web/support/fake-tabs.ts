import type { PageLocks } from '../../../web/src/realtime/outbox/page-locks';

/** Web Locks of several pages in one browser; a page that dies releases its locks. */
export class FakeLocks {
  readonly #holders = new Map<string, object>();
  readonly #dead = new Set<object>();
  readonly #waiting: { name: string; page: object; grant: () => void }[] = [];

  of(page: object): PageLocks {
    return {
      hold: (name, signal) =>
        new Promise((resolve, reject) => {
          if (this.#dead.has(page)) return;
          const grant = () => {
            this.#holders.set(name, page);
            resolve(() => this.#release(name, page));
          };
          signal?.addEventListener('abort', () => {
            const place = this.#waiting.findIndex((waiting) => waiting.grant === grant);
            if (place >= 0) this.#waiting.splice(place, 1);
            reject(new DOMException('Aborted', 'AbortError'));
          });
          if (this.#holders.has(name)) this.#waiting.push({ name, page, grant });
          else grant();
        }),
    };
  }

  kill(page: object): void {
    this.#dead.add(page);
    for (let place = this.#waiting.length - 1; place >= 0; place -= 1) {
      if (this.#waiting[place]?.page === page) this.#waiting.splice(place, 1);
    }
    for (const [name, holder] of this.#holders) if (holder === page) this.#release(name, page);
  }

  #release(name: string, page: object): void {
    if (this.#holders.get(name) !== page) return;
    this.#holders.delete(name);
    const next = this.#waiting.findIndex((waiting) => waiting.name === name);
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.grant();
  }
}
