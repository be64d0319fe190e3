const TAG = /<[a-z][^>]*>/gi;
const STYLE = / style="([^"]*)"/;
const CLASS = / class="([^"]*)"/;

/** A class name for each text: characters that are not allowed are written as their numbers. */
const className = (declarations: string): string =>
  `at-${declarations.replaceAll(/[^a-z0-9-]/gi, (sign) => `_${sign.charCodeAt(0).toString(16)}`)}`;

/**
 * React's static markup with a class instead of each style attribute, which the policy refuses (web/public/_headers),
 * and the rules of these classes.
 * @throws {Error} a value needs escaping in HTML: nothing here unescapes it
 */
export function withStyleClasses(markup: string): { html: string; css: string } {
  const rules = new Set<string>();
  const html = markup.replaceAll(TAG, (tag) => {
    const declarations = STYLE.exec(tag)?.[1];
    if (declarations === undefined) return tag;
    if (declarations.includes('&')) throw new Error(`No class can be made of the style ${declarations}`);
    const name = className(declarations);
    rules.add(`.${name}{${declarations}}`);
    const rest = tag.replace(STYLE, '');
    return CLASS.test(rest)
      ? rest.replace(CLASS, (_, names: string) => ` class="${names} ${name}"`)
      : rest.replace(/^<[\w-]+/, (start) => `${start} class="${name}"`);
  });
  return { html, css: [...rules].join('\n') };
}
