import { parseAccept } from 'hono/utils/accept';
import { ENGLISH, type Language, languageOf } from '../shared/languages';

/** More characters than any browser sends. */
const HEADER_MAX_LENGTH = 500;

/** Returns the language that an Accept-Language header prefers (RFC 9110 section 12.5.4), by primary subtag. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const liked = parseAccept((acceptLanguage ?? '').slice(0, HEADER_MAX_LENGTH)).filter(({ q }) => q > 0);
  for (const { type } of liked) {
    const found = languageOf(type);
    if (found) return found;
  }
  return ENGLISH;
}
