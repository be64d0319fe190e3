/** The messages and names that pages and the worker share. */

/**
 * Each page holds a shared lock with this name and the path of the script that it started with: its build is in use.
 */
export const PAGE_LOCK_PREFIX = 'headroom.page ';

/** A page has loaded: an earlier page may have closed, and its build may not be needed any more. */
export const PAGE_LOADED = 'page-loaded';

/** In the address of a page that waits for the network's shell, however long it takes. */
export const PATIENT_PARAM = 'new-version';

export const WORKER_PATH = '/sw.js';
