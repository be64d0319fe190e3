/** The build sets this (web/vite.config.ts). It is undefined when the sources run without a build. */
declare const BUILD_COMMIT: string | undefined;

/** The same version as in package.json; a unit test compares the two. */
export const RELEASE = '1.0.0';

/** Returns the name of a commit's build: release and commit, in the form of semver.org's build metadata. */
export const versionOf = (commit: string): string => `${RELEASE}+${commit}`;

/** Release and commit of the running code; only the release without a build. */
export const VERSION = typeof BUILD_COMMIT === 'undefined' ? RELEASE : versionOf(BUILD_COMMIT);
