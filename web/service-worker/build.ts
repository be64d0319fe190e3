/** The build's description of its own files (web/build/service-worker-build.ts). */
export interface Build {
  /** An id that changes whenever a kept file changes. */
  readonly id: string;
  /** The paths under /assets/ that the app may load. Each contains a hash of the file's contents. */
  readonly hashed: readonly string[];
  /** The paths of other files that the shell refers to. */
  readonly rootFiles: readonly string[];
  /** The paths in `hashed` that the shell's HTML refers to. They identify the build. */
  readonly shellNames: readonly string[];
}
