import type { Findable } from '../../ui/forms/find';

/** A section of a settings page. */
export interface SectionName {
  /** What the address calls it. */
  id: string;
  title: string;
}

/** A setting as a search finds it. */
export interface FoundSetting {
  /** What the address calls it. */
  id: string;
  /** The id of its section. */
  section: string;
  label: string;
  /** Further words that lead to it. */
  words: string;
}

/** A settings page: its sections in their order, and what a search finds besides them. */
export interface SettingNames {
  sections: readonly SectionName[];
  settings: readonly FoundSetting[];
  /** People look for these among the settings, but they are elsewhere. */
  elsewhere?: readonly Findable[];
}

/**
 * Returns the sections and settings of a page as things that a search finds.
 * @param path the page's address; empty on the page itself
 * @param page what a section belongs to; undefined on the page itself
 */
export function findableSettings({ sections, settings }: SettingNames, path = '', page?: string): Findable[] {
  const titles = new Map(sections.map(({ id, title }) => [id, title]));
  return [
    ...sections.map(({ id, title }) => ({ id, label: title, detail: page, words: '' })),
    ...settings.map(({ id, section, label, words }) => ({
      id,
      label,
      detail: [page, titles.get(section)].filter((part) => part !== undefined).join(' · '),
      words,
    })),
  ].map((named) => ({ ...named, id: `${path}#${named.id}`, to: `${path}#${named.id}` }));
}
