import { env } from 'cloudflare:workers';

/** D1 as it is, that notes when it is asked: epoch ms of each query, however many statements it has. */
export function countedDatabase() {
  const askedAt: number[] = [];
  const asking = new Set(['run', 'all', 'first', 'raw']);
  const noted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'bind') return (...values: unknown[]) => noted(target.bind(...values));
        return (...given: unknown[]) => {
          if (asking.has(String(name))) askedAt.push(Date.now());
          return Reflect.apply(value, target, given);
        };
      },
    });
  const database = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => noted(target.prepare(sql));
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (name === 'batch' || name === 'exec') askedAt.push(Date.now());
        return Reflect.apply(value, target, given);
      };
    },
  });
  return {
    database,
    /** How often it was asked since the last look. */
    take: () => askedAt.splice(0).length,
  };
}
