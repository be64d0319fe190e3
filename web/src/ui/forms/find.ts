import type { Icon } from '../icon';

interface Named {
  /** It is unique in its list. */
  id: string;
  label: string;
  /** What it belongs to. */
  detail?: string | undefined;
  /** Further words that lead to it. */
  words: string;
  Icon?: Icon;
  /** Whether the action is red: it deletes something permanently, or clears the house. */
  isDanger?: boolean;
  /** Whether it comes before all others once each typed word begins one of its words. */
  isUrgent?: boolean;
}

/** A thing that a search finds: a place in the app, or an action. */
export type Findable = Named & (FindablePlace | { run: () => void });

interface FindablePlace {
  /** The address, which other windows can open, too. */
  to: string;
  /** The address that this window shows instead, after `onFollow`. */
  here?: string;
  /** Called before this window follows the address. */
  onFollow?: () => void;
}

/** Removes case and accents, so that typed text can be compared. */
export const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Makes texts comparable: folded, without punctuation, and with ss for ß. */
const plain = (text: string): string =>
  fold(text)
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether each typed word begins a word of the text. */
const beginsWords = (wanted: string, text: string): boolean =>
  wanted.split(' ').every((word) => ` ${text}`.includes(` ${word}`));

/** The order in which things are found: by the beginning of the label, by the label, by all words. */
const RANKS: readonly ((wanted: string, label: string, all: string) => boolean)[] = [
  (wanted, label) => label.startsWith(wanted),
  (wanted, label) => wanted.split(' ').every((word) => label.includes(word)),
  (wanted, _label, all) => wanted.split(' ').every((word) => all.includes(word)),
];

/** The rank of a thing that does not match. */
const NO_RANK = RANKS.length;

function rankOf({ label, detail = '', words, isUrgent = false }: Findable, wanted: string): number {
  const all = plain([label, detail, words].join(' '));
  const found = RANKS.findIndex((matches) => matches(wanted, plain(label), all));
  if (found < 0) return NO_RANK;
  return isUrgent && beginsWords(wanted, all) ? -1 : found;
}

/** Returns the things that have all typed words, in the order of their ranks. Without a word it returns all, as given. */
export function find(typed: string, things: readonly Findable[]): readonly Findable[] {
  const wanted = plain(typed);
  if (wanted === '') return things;
  return things
    .map((thing) => ({ thing, rank: rankOf(thing, wanted) }))
    .filter(({ rank }) => rank < NO_RANK)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
}

/** Whether the text has a word or a number to look for. */
export const hasWord = (typed: string): boolean => plain(typed) !== '';
