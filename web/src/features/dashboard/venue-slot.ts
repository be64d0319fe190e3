import { createContext } from 'react';

/** The element in the top bar of a wide screen that holds the venue's total, beside the alerts; null without one. */
export const VenueSlotContext = createContext<HTMLElement | null>(null);
