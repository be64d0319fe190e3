import { type Event, EventSchema } from '../../../../../src/shared/schemas/event';
import type { VenueSettings } from '../../../../../src/shared/schemas/venue-settings';
import { callApi } from '../../../api/api-client';
import { eventPath } from '../events-api';

/** Replaces all venue settings. */
export const saveVenue = (eventId: string, settings: VenueSettings): Promise<Event> =>
  callApi(`${eventPath(eventId)}/venue`, EventSchema, { method: 'PUT', body: settings });
