/** Set by the build (web/vite.config.ts); undefined when the sources run without a build. */
declare const BUILD_COMMIT: string | undefined;

/** The version in package.json; a unit test compares the two. */
export const RELEASE = '0.1.0';

/** The version of a commit, with semver.org's build metadata. */
export const versionOf = (commit: string): string => `${RELEASE}+${commit}`;

/** Release and commit of the running code. */
export const VERSION = typeof BUILD_COMMIT === 'undefined' ? RELEASE : versionOf(BUILD_COMMIT);
