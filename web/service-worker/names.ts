/** Messages and names that pages and the service worker share. */

/**
 * Each page holds a shared lock whose name is this prefix and the path of the page's start script. The lock shows that
 * the script's build is in use.
 */
export const PAGE_LOCK_PREFIX = 'headroom.page ';

/** The message of a loaded page. Another page may have closed, so the worker checks which builds are unused. */
export const PAGE_LOADED = 'page-loaded';

/** The parameter in the address of a page that waits for the network's shell without a time limit. */
export const PATIENT_PARAM = 'new-version';

export const WORKER_PATH = '/sw.js';
