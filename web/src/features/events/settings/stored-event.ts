import { useQueryClient } from '@tanstack/react-query';
import { venueSettingsOf } from '../../../../../src/shared/rules/venue-capacity';
import { ownSettings } from '../../../../../src/shared/rules/limits/lowest';
import { type Event, EventSchema } from '../../../../../src/shared/schemas/event';
import type { NewVenueSettings } from '../../../../../src/shared/schemas/venue-settings';
import { callApi } from '../../../api/api-client';
import { limitsToSend } from '../../limits/typed-limits';
import { eventPath } from '../events-api';
import { EVENTS_QUERY, putEvent } from '../use-events';

/** Returns how a form reads what the server has stored of an event. `show` shows what the form has saved, and returns it. */
export function useStoredEvent(event: Event) {
  const client = useQueryClient();
  return {
    stored: event,
    read: async (): Promise<Event> => {
      const events = await client.fetchQuery({ ...EVENTS_QUERY, staleTime: 0 });
      return events.find(({ eventId }) => eventId === event.eventId) ?? event;
    },
    show: (saved: Event): Event => {
      putEvent(client, saved);
      return saved;
    },
  };
}

/** A part of the venue's settings. */
type VenueChange = Partial<NewVenueSettings>;

/**
 * Changes a part of the venue's settings; the rest is sent as it is stored. Limits, and a margin that follows the error, are
 * left out where the event has none and gets none. The decisions for emergencies stay unless they are given.
 */
export function saveVenue(event: Event, { emergency, ...change }: VenueChange): Promise<Event> {
  const { eventId, venue } = event;
  const { emergency: _stays, ...stored } = ownSettings(venueSettingsOf(event));
  const { limits = [], followsExpectedError = false, ...settings } = { ...stored, ...change };
  return callApi(`${eventPath(eventId)}/venue`, EventSchema, {
    method: 'PUT',
    body: {
      ...settings,
      ...((followsExpectedError || venue?.followsExpectedError) && { followsExpectedError }),
      ...limitsToSend(venue?.limits, limits),
      ...(emergency && { emergency }),
    },
  });
}
