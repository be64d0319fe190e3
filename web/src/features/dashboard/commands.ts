import { createContext, use, useLayoutEffect } from 'react';

/** The dashboard while it is on the screen. */
export interface ShownDashboard {
  /** The event that it shows; null for none. */
  eventId: string | null;
  select: (eventId: string) => void;
}

export interface CommandMenu {
  open: () => void;
  /** Loads the code of the menu, so that it opens at once. */
  prepare: () => void;
  /** Takes the dashboard that is on the screen; null when it leaves. */
  setDashboard: (shown: ShownDashboard | null) => void;
}

/** The command menu. Provided by CommandsProvider (commands/commands-provider.tsx) for members. */
export const CommandsContext = createContext<CommandMenu | null>(null);

/** Returns the command menu; null for access-code users: what they may do is all on their screen. */
export const useCommands = (): CommandMenu | null => use(CommandsContext);

/** Tells the command menu which event the dashboard shows, and lets it select another. */
export function useShownDashboard(eventId: string | null, select: (eventId: string) => void): void {
  const setDashboard = useCommands()?.setDashboard;
  useLayoutEffect(() => {
    setDashboard?.({ eventId, select });
    return () => setDashboard?.(null);
  }, [setDashboard, eventId, select]);
}
