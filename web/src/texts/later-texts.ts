import { followLanguage, type LanguagePack, type LaterTexts } from './texts';

/** Texts that load. */
const pending = new Set<Promise<void>>();
/** Without its texts a part is in English after this time: it may be about an evacuation. */
const AWAITED_MAX_MS = 2_000;
let current: LanguagePack | null = null;

followLanguage((pack) => {
  current = pack;
});

/**
 * Calls the follower with texts that come with their screen: with the English ones at once, with others when they have
 * loaded, and again when the language changes. If they cannot be loaded, the screen is in English.
 */
export function followLaterTexts<T>(
  inEnglish: T,
  load: (later: LaterTexts) => Promise<T>,
  follower: (texts: T) => void,
): void {
  followLanguage((pack) => {
    follower(inEnglish);
    if (pack === null) return;
    const follow = async () => {
      const loaded = await load(pack.later);
      if (pack === current) follower(loaded);
    };
    const loading = follow()
      .catch(console.warn)
      .finally(() => pending.delete(loading));
    pending.add(loading);
  });
}

/** Resolves when the texts of all screens whose code has run are there, or have taken too long. */
export async function laterTextsLoaded(): Promise<void> {
  if (pending.size === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, AWAITED_MAX_MS);
  await Promise.race([Promise.all(pending), promise]);
  clearTimeout(timer);
}
