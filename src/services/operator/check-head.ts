import type { EventFileHead } from '../../rpc/event-file';
import { AppError } from '../../shared/errors';
import { untranslated } from '../../shared/messages/service-texts';
import { normalizeAccessCode } from '../../shared/rules/access-code';
import { FACT_CHECKS } from '../../shared/rules/area-facts';
import { checkCapacity } from '../../shared/rules/capacity';
import { checkCategories } from '../../shared/rules/categories';
import type { Checked } from '../../shared/rules/checked';
import { ownSettings } from '../../shared/rules/limits/lowest';
import { checkAreaName, checkEventName, checkLetterhead } from '../../shared/rules/names';
import { whyNotStored } from '../../rpc/stored-text';
import { checkVenueSettings } from '../../shared/rules/venue-settings';
import { AREA_FACTS } from '../../shared/schemas/area-facts';

const refuse = (field: string, why: string): never => {
  throw new AppError('invalid_input', untranslated(`${field}: ${why}`));
};

function valueOf<T>(field: string, checked: Checked<T>): T {
  return checked.ok ? checked.value : refuse(field, checked.error.text);
}

function requireName(field: string, name: string, check: (name: string) => Checked<string>): void {
  const why = whyNotStored(name, check);
  if (why !== null) refuse(field, why);
}

/**
 * Checks what a file's head says with the rules of the calls that set it: the file may come from anybody. Throws a 400
 * that names the field.
 */
export function checkHead({ eventName, accessCode, venue, categories, letterhead, areas }: EventFileHead): void {
  requireName('eventName', eventName, checkEventName);
  if (normalizeAccessCode(accessCode) !== accessCode) refuse('accessCode', 'This is no access code.');
  valueOf('letterhead', checkLetterhead(letterhead));
  if (venue !== null) valueOf('venue', checkVenueSettings(ownSettings(venue)));
  if (categories) {
    // A removed category may have the name of another one.
    const { list, areOutsNamed } = categories;
    valueOf('categories', checkCategories({ categories: list.filter((one) => one.isRemoved !== true), areOutsNamed }));
    for (const one of list) valueOf('categories', checkCategories({ categories: [one], areOutsNamed: true }));
  }
  for (const [i, { areaName, capacity, ...facts }] of areas.entries()) {
    requireName(`areas[${i}].areaName`, areaName, checkAreaName);
    valueOf(`areas[${i}].capacity`, checkCapacity(capacity));
    for (const fact of AREA_FACTS)
      if (facts[fact] !== undefined) valueOf<unknown>(`areas[${i}].${fact}`, FACT_CHECKS[fact](facts[fact]));
  }
}
