/** What the build knows about itself (web/build/service-worker-build.ts). */
export interface Build {
  /** Changes whenever a kept file changes. */
  readonly id: string;
  /** Paths under /assets/ that the app may need; each contains a hash of its contents. */
  readonly hashed: readonly string[];
  /** Paths of other files that the shell names. */
  readonly rootFiles: readonly string[];
  /** The `hashed` path that the shell's HTML names: it identifies this build. */
  readonly shellNames: readonly string[];
}
