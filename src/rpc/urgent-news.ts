import type { EventNews } from './webhook-bodies';

/** The news that concerns everybody's safety: no limit counts or holds it (docs/product.md, N11). */
const URGENT = ['evacuation.started', 'evacuation.ended', 'order.unconfirmed'] as const;
export type UrgentNews = Extract<EventNews, { type: (typeof URGENT)[number] }>;
export const isUrgentNews = (news: EventNews): news is UrgentNews => URGENT.some((type) => type === news.type);
