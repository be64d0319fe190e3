/** Returns a text as a CSS string. '<' is escaped, too, because it could end a style element. */
const cssString = (text: string): string =>
  `"${text.replaceAll(/["\\<\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;

/** Placeholders for the two page numbers while the sentence around them is translated. */
const [PAGE, PAGES] = ['\ue000', '\ue001'];

function pageNumber(pageOf: PageFoot['pageOf']): string {
  const parts = pageOf(PAGE, PAGES).split(/([\ue000\ue001])/u);
  const written = (part: string) =>
    part === PAGE ? 'counter(page)' : part === PAGES ? 'counter(pages)' : cssString(part);
  return parts
    .filter((part) => part !== '')
    .map(written)
    .join(' ');
}

const MARGIN_TEXT = 'font: 8pt system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; color: #586056;';

/** The foot of each printed sheet of a report. */
export interface PageFoot {
  eventName: string;
  days: string;
  pageOf: (page: string, pages: string) => string;
}

/**
 * Returns the CSS of a printed page: its margins, and the footer of each sheet in margin boxes (CSS Paged Media, in Chromium
 * since 131). Other browsers print the page's title, which has event and day, and the number themselves.
 * @param size the paper's size, if the report is for one alone
 */
export const pageCss = ({ eventName, days, pageOf }: PageFoot, size?: 'A4' | 'letter'): string => `@page {${
  size === undefined ? '' : `\n  size: ${size};`
}
  margin: 16mm 14mm 18mm;
  @bottom-left { content: ${cssString(`${eventName} · ${days}`)}; width: 75%; text-align: left; ${MARGIN_TEXT} }
  @bottom-right { content: ${pageNumber(pageOf)}; width: 25%; text-align: right; ${MARGIN_TEXT} }
}`;
