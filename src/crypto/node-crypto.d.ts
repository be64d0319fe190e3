/** The part of node:crypto that this worker uses. Node's full types would also declare its globals. */
declare module 'node:crypto' {
  interface ScryptOptions {
    N: number;
    r: number;
    p: number;
    maxmem: number;
  }
  export function scrypt(
    password: string,
    salt: Uint8Array,
    keyBytes: number,
    options: ScryptOptions,
    callback: (error: Error | null, key: Uint8Array) => void,
  ): void;
  interface Hash {
    update(data: string | Uint8Array): Hash;
    digest(encoding: 'hex'): string;
  }
  export function createHash(algorithm: 'sha256'): Hash;
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
}
