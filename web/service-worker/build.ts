/** What the build knows of itself (web/service-worker-build.ts). */
export interface Build {
  /** Differs with whatever is kept. */
  readonly id: string;
  /** Paths under /assets/ that the app may need: each holds a hash of what is in it. */
  readonly hashed: readonly string[];
  /** Paths of other files that the shell names. */
  readonly rootFiles: readonly string[];
  /** What the shell's HTML names of `hashed`: by this it is known as this build's. */
  readonly shellNames: readonly string[];
}
