/** A small fault that is put into the code on purpose. The tests must notice it. */
export interface Mutation {
  /** Unique, in kebab case. */
  id: string;
  /** Relative to the root of the repository. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** The effect that people would notice. */
  breaks: string;
  /** Files under test/ that run first. The whole quick tier follows when they pass. */
  tests: readonly string[];
}
