/** Set by the build (web/vite.config.ts); nothing is where the sources run as they are. */
declare const BUILD_COMMIT: string | undefined;

/** Of package.json; test/unit/version.test.ts holds the two together. */
export const RELEASE = '0.1.0';

/** What of the sources runs, as semver.org's build metadata. */
export const versionOf = (commit: string): string => `${RELEASE}+${commit}`;

/** Of what runs here: release and commit. */
export const VERSION = typeof BUILD_COMMIT === 'undefined' ? RELEASE : versionOf(BUILD_COMMIT);
