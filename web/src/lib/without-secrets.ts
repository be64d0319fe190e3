/**
 * What Sentry calls an element by (`htmlTreeAsString`): the names that people typed are among its labels. In JSON their
 * quotes have backslashes before them, as many as its own; one with fewer ends the text.
 */
const LABELS = /\[(aria-label|title|alt|name)=(\\*)"(?:[^"\\]|\\+[^"\\]|\\*\2")*?\2"\](?=\[| > |\\*"|$)/g;

/** A text of a report without what opens something or names somebody. */
export const withoutSecrets = (text: string): string =>
  text
    // Queries and fragments: the codes of join links, the tokens of reset links.
    .replaceAll(/(\b(?:https?|wss?):\/\/[^\s"'<>?#\\]+)[?#][^\s"'<>\\]*/g, '$1')
    .replaceAll(/(\/[\w%/.-]*)[?#][^\s"'<>\\]*/g, '$1')
    .replaceAll(/(by-access-code\/)[^\s"'<>/?#\\]+/g, '$1[code]')
    .replaceAll(/\b[0-9a-f]{64}\b/gi, '[token]')
    .replaceAll(/[^\s<>"'(),:;=\\]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[email]');

/** As {@link withoutSecrets}, for what names elements: recordings do not, and mask labels themselves. */
export const withoutLabels = (text: string): string => withoutSecrets(text.replaceAll(LABELS, '[$1]'));
