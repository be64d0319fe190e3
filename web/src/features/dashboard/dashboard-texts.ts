export const dashboardTexts = {
  header: {
    overview: 'All events',
    settings: 'Account settings',
    search: 'Search',
    logOut: 'Log out',
    connecting: 'Connecting…',
    connected: 'Connected',
    disconnected: 'Disconnected',
    unsent: (taps: number) => `${taps} unsent`,
    unsentSince: (taps: number, moment: string) => `${taps} unsent · last synced ${moment}`,
    lastSynced: (moment: string) => `Last synced ${moment}`,
    trying: 'Trying…',
    trial: 'Trial Active',
    updateBilling: 'Update Billing',
    inactive: 'Subscription Inactive',
  },
  tabs: {
    label: 'Pages of this event',
    count: 'Count',
    numbers: 'Numbers',
    alerts: 'Alerts',
    doors: 'Doors',
    reports: 'Reports',
    settings: 'Settings',
  },
  logOut: {
    title: 'Log out now?',
    /** `taps` counts all unsent taps; `volatileTaps` of them are only in the page's memory. */
    unsent: (taps: number, volatileTaps: number) => {
      const unsent = taps === 1 ? 'One tap has not been sent yet.' : `${taps} taps have not been sent yet.`;
      if (volatileTaps === 0)
        return `${unsent} ${taps === 1 ? 'It stays' : 'They stay'} on this device until you log in again.`;
      if (volatileTaps === taps) return `${unsent} ${taps === 1 ? 'It is' : 'They are'} lost if you log out.`;
      return `${unsent} ${volatileTaps === 1 ? 'One of them is' : `${volatileTaps} of them are`} lost if you log out.`;
    },
    allSent: 'All taps have been sent.',
    stay: 'Stay',
    confirm: 'Log out',
  },
  dashboard: {
    title: 'Dashboard',
    loadFailed: 'An unknown error occurred.',
    eventsKept: 'Could not reach the server. The events are those that this device knows.',
    eventsUnexpected: 'Failed to load event data. The server returned an unexpected response.',
    noneSelected: 'Please select an event to begin.',
    selectEvent: 'Select Event',
    noEventForCode: 'No event found for this access code.',
    error: (message: string) => `Error: ${message}`,
    replaced: 'Someone else logged in on this browser.',
    switched: 'This browser has switched to another account.',
    locked: 'Counting is locked. Tell the organizer.',
    lockedOwn: 'Counting is locked. Add a card to unlock it.',
    lockedByOwners: 'Counting is locked. An owner of the account can unlock it.',
    trialUsedUp: 'Counting is locked. The free trial of this event has no taps left. Please contact support.',
    openSettings: 'Open settings',
    eventGone: 'The event you were viewing has been deleted or is no longer accessible.',
  },
  evacuations: {
    evacuation: 'EVACUATION',
    drill: 'DRILL',
    /** The name of an area during a drill. */
    inDrill: (areaName: string) => `DRILL · ${areaName}`,
  },
  /** What doors are told to do. */
  orderKinds: { stop: 'Stop', hold: 'Hold', one_in_one_out: 'One in, one out', open: 'Open' },
  realtime: {
    notCounted: (taps: number, areaName: string) =>
      `${taps === 1 ? 'One tap' : `${taps} taps`} on ${areaName} ${taps === 1 ? 'was' : 'were'} not counted`,
    notDeliveredTo: (taps: number, areaName: string) =>
      `${taps === 1 ? 'One tap' : `${taps} taps`} on ${areaName} could not be delivered`,
    transfersNotCounted: (transfers: number, from: string, to: string) =>
      `${transfers === 1 ? 'One transfer' : `${transfers} transfers`} from ${from} to ${to} ${transfers === 1 ? 'was' : 'were'} not counted`,
    transfersNotDelivered: (transfers: number, from: string, to: string) =>
      `${transfers === 1 ? 'One transfer' : `${transfers} transfers`} from ${from} to ${to} could not be delivered`,
    undoesNotCounted: (undoes: number, areas: string) =>
      `${undoes === 1 ? 'One undo' : `${undoes} undos`} on ${areas} ${undoes === 1 ? 'was' : 'were'} not counted`,
    undoesNotDelivered: (undoes: number, areas: string) =>
      `${undoes === 1 ? 'One undo' : `${undoes} undos`} on ${areas} could not be delivered`,
    bothAreas: (first: string, second: string) => `${first} and ${second}`,
    ofEvent: (eventName: string) => `Event: ${eventName}`,
    notDelivered: (taps: number) =>
      taps === 1 ? 'One tap could not be delivered.' : `${taps} taps could not be delivered.`,
    kept: (taps: number) =>
      taps === 1
        ? 'One tap is not sent yet. It stays on this device until you log in again.'
        : `${taps} taps are not sent yet. They stay on this device until you log in again.`,
    keptForEvent: (taps: number) => {
      const ifAgain = 'if someone logs in to this event again on this device; otherwise';
      return taps === 1
        ? `One tap is not sent yet. It is delivered ${ifAgain} it does not count.`
        : `${taps} taps are not sent yet. They are delivered ${ifAgain} they do not count.`;
    },
    notStored: 'This browser can’t store taps on this device',
    notStoredHint:
      'Counting goes on. Keep this page open until every tap is sent: anything unsent is lost when you close it.',
    undeliverable: (taps: number) =>
      taps === 1
        ? 'One tap from an earlier session couldn’t be read'
        : `${taps} taps from an earlier session couldn’t be read`,
    undeliverableHint:
      'Reload for the newest version of Headroom, which may be able to send them. Until then they do not count.',
    unknownArea: 'an area',
    reloadNeeded: 'A new version of Headroom is ready. Reload to keep counting.',
    replaced: 'You’re counting in another window. Reload to count here.',
    refused: 'The live connection was refused. Reload to try again.',
  },
} as const;
