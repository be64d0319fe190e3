/**
 * Sentry's names of elements (`htmlTreeAsString`): their labels contain names that people typed. In JSON their quotes
 * are escaped with backslashes; an unescaped one ends the text.
 */
const LABELS = /\[(aria-label|title|alt|name)=(\\*)"(?:[^"\\]|\\+[^"\\]|\\*\2")*?\2"\](?=\[| > |\\*"|$)/g;

/** A text of a report without anything that opens or identifies something. */
export const withoutSecrets = (text: string): string =>
  text
    // Queries and fragments: the codes of join links, the tokens of reset links.
    .replaceAll(/(\b(?:https?|wss?):\/\/[^\s"'<>?#\\]+)[?#][^\s"'<>\\]*/g, '$1')
    .replaceAll(/(\/[\w%/.-]*)[?#][^\s"'<>\\]*/g, '$1')
    .replaceAll(/(by-access-code\/)[^\s"'<>/?#\\]+/g, '$1[code]')
    .replaceAll(/\b[0-9a-f]{64}\b/gi, '[token]')
    .replaceAll(/[^\s<>"'(),:;=\\]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[email]');

/** Like {@link withoutSecrets}, for data that names elements. Recordings do not, and mask labels themselves. */
export const withoutLabels = (text: string): string => withoutSecrets(text.replaceAll(LABELS, '[$1]'));
