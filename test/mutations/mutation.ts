/** A small fault put into the code on purpose: the tests must notice it. */
export interface Mutation {
  /** Unique, kebab-case. */
  id: string;
  /** From the repository's root. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** What people would notice. */
  breaks: string;
  /** Files under test/ that are tried first; the whole quick tier follows where they pass. */
  tests: readonly string[];
}
