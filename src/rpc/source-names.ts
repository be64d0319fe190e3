import { cleanedName } from '../shared/visible-text';
import type { StoredSource } from './source-batch';

/**
 * Returns the source with names that fit into one line of any list and mail. They are cleaned and not refused, because a
 * machine must be able to count under any name. One of which nothing is left is no name.
 */
export function cleanedNames({ sourceName, door, ...source }: StoredSource): StoredSource {
  const [name, doorName] = [cleanedName(sourceName), cleanedName(door)];
  return { ...source, ...(name !== null && { sourceName: name }), ...(doorName !== null && { door: doorName }) };
}
