import { followLanguage, languagePack, type LaterTexts } from './texts';

/** Loads texts that are not there yet. */
type Fetch = () => Promise<void>;
const missing = new Set<Fetch>();
// It follows first: the texts of another language are no longer missing.
followLanguage(() => missing.clear());

/**
 * Calls the follower with texts that come with a part ({@link withTexts}): with the English ones at once, with others when they have
 * loaded, and again when the language changes.
 */
export function followLaterTexts<T>(
  inEnglish: T,
  load: (later: LaterTexts) => Promise<T>,
  follower: (texts: T) => void,
): void {
  followLanguage((pack) => {
    follower(inEnglish);
    if (pack === null) return;
    let loading: Promise<void> | null = null;
    const follow = async () => {
      try {
        const loaded = await load(pack.later);
        if (pack === languagePack) follower(loaded);
        missing.delete(fetch);
      } finally {
        loading = null;
      }
    };
    const fetch: Fetch = () => (loading ??= follow());
    missing.add(fetch);
    fetch().catch(console.warn);
  });
}

/**
 * Resolves when the texts of all parts whose code has run are there. Texts that could not be loaded are tried again.
 * Rejects if they still cannot.
 */
export async function laterTextsLoaded(): Promise<void> {
  await Promise.all(Array.from(missing, async (fetch) => fetch()));
}

/**
 * Returns the code of a part whose texts come with it, once they are there. Rejects if code or texts cannot be loaded, so
 * that no part is in another language than its page. What is urgent has no such texts, and waits for none.
 */
export async function withTexts<T>(code: Promise<T>): Promise<T> {
  const part = await code;
  await laterTextsLoaded();
  return part;
}
