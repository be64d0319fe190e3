import { type PublicDetail, type PublicLink, PublicLinkSchema } from '../../../../src/shared/public-numbers/schemas';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

/** What makes an event's numbers public; null while they are not. */
export type Published = PublicLink['link'];

const publicPath = (eventId: string): string => `${eventPath(eventId)}/public`;

export const fetchPublished = async (eventId: string, signal: AbortSignal): Promise<Published> =>
  (await callApi(publicPath(eventId), PublicLinkSchema, { signal })).link;

/** Makes the numbers public, or changes how much of them is. */
export const publish = async (eventId: string, detail: PublicDetail): Promise<Published> =>
  (await callApi(publicPath(eventId), PublicLinkSchema, { method: 'PUT', body: { detail } })).link;

/** Ends that the numbers are public. The token never opens them again. */
export const unpublish = async (eventId: string): Promise<Published> =>
  (await callApi(publicPath(eventId), PublicLinkSchema, { method: 'DELETE' })).link;
