import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { may } from '../../session/may';

/** Whether this user has a list of events to choose from: whoever creates none needs several for that. */
export const hasOtherEvents = (user: User, events: readonly Event[]): boolean =>
  may(user, 'manage') || events.length > 1;
