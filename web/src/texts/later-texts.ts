import { followLanguage, type LanguagePack, type LaterTexts } from './texts';

/** Texts that load, and that nobody has waited for yet. */
const awaited: Promise<void>[] = [];
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
    awaited.push(follow().catch(console.warn));
  });
}

/** Resolves when the texts of all screens whose code has run are there. */
export async function laterTextsLoaded(): Promise<void> {
  await Promise.all(awaited.splice(0));
}
