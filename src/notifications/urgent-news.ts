import type { EventNews } from '../rpc/webhook-bodies';

/** The news that concerns everybody's safety. */
const URGENT = ['evacuation.started', 'evacuation.ended', 'order.unconfirmed'] as const;
export type UrgentNews = Extract<EventNews, { type: (typeof URGENT)[number] }>;
export const isUrgent = (news: EventNews): news is UrgentNews => URGENT.some((type) => type === news.type);
