/** The part of Node's module that the runtime has and this product uses (developers.cloudflare.com/workers/runtime-apis/nodejs/dns). */
declare module 'node:dns/promises' {
  export function resolve4(hostname: string): Promise<string[]>;
  export function resolve6(hostname: string): Promise<string[]>;
}
