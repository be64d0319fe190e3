const TAG = /<[a-z][^>]*>/gi;
const STYLE = / style="([^"]*)"/;
const CLASS = / class="([^"]*)"/;

/**
 * Returns a class name for style declarations. Characters that a class name must not contain are written as their
 * hexadecimal codes.
 */
const className = (declarations: string): string =>
  `at-${declarations.replaceAll(/[^a-z0-9-]/gi, (sign) => `_${sign.charCodeAt(0).toString(16)}`)}`;

/**
 * Replaces each style attribute in React's static markup by a class, because the Content-Security-Policy forbids style
 * attributes (web/public/_headers). Returns the markup and the rules of the classes.
 * @throws {Error} a style needs escaping in HTML, which this function cannot undo
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
