import { followLanguage, languagePack, type TextsByPart } from './texts';

/** The name of texts that come with a part. */
type Name = keyof TextsByPart;

/** Loads texts that are not there yet. */
type Fetch = () => Promise<void>;
const missing = new Map<Name, Fetch>();
// It follows first: the texts of another language are no longer missing.
followLanguage(() => missing.clear());

/** How long a part on the way to an evacuation waits for its texts, in ms. */
const URGENT_WAIT_MS = 2000;

/**
 * Calls the follower with texts that come with a part ({@link withTexts}): with the English ones at once, with others when they have
 * loaded, and again when the language changes.
 */
export function followLaterTexts<N extends Name>(
  name: N,
  inEnglish: TextsByPart[N],
  follower: (texts: TextsByPart[N]) => void,
): void {
  followLanguage((pack) => {
    follower(inEnglish);
    if (pack === null) return;
    let loading: Promise<void> | null = null;
    const follow = async () => {
      try {
        const loaded = await pack.later[name]();
        if (pack !== languagePack) return;
        follower(loaded);
        missing.delete(name);
      } finally {
        loading = null;
      }
    };
    const fetch: Fetch = () => (loading ??= follow());
    missing.set(name, fetch);
    fetch().catch(console.warn);
  });
}

/**
 * Resolves when the named texts are there, as far as their code has run; without names, all texts. Texts that could not be
 * loaded are tried again. Rejects if they still cannot.
 */
export async function laterTextsLoaded(...names: readonly Name[]): Promise<void> {
  const awaited = names.length > 0 ? names : [...missing.keys()];
  await Promise.all(awaited.map(async (name) => missing.get(name)?.()));
}

/**
 * Returns the code of a part whose texts come with it, once they are there. Rejects if code or texts cannot be loaded, so
 * that no part is in another language than its page. The part names its texts, and waits for no others; one that names none waits for all.
 */
export async function withTexts<T>(code: Promise<T>, ...names: readonly Name[]): Promise<T> {
  const part = await code;
  await laterTextsLoaded(...names);
  return part;
}

/**
 * Does what {@link withTexts} does, for parts on the way to an evacuation. They do not wait long for texts: without them they
 * are shown in English. The dialog of the evacuation itself has no such texts, and waits for none.
 */
export async function withUrgentTexts<T>(code: Promise<T>, ...names: readonly Name[]): Promise<T> {
  const part = await code;
  const waited = new Promise<void>((resolve) => setTimeout(resolve, URGENT_WAIT_MS));
  await Promise.race([laterTextsLoaded(...names).catch(console.warn), waited]);
  return part;
}
