export const ordersTexts = {
  order: {
    /** What a door does under each order. */
    does: {
      stop: 'Let nobody in.',
      hold: 'Let nobody in for the moment.',
      one_in_one_out: 'Let one in for each one who leaves.',
      open: 'Let people in again.',
    },
    at: (kind: string, place: string) => `${kind} · ${place}`,
    from: (deviceName: string) => `From ${deviceName}`,
    confirm: 'Got it',
    mayLetIn: 'let in now',
    /** The number is not known: without a live connection, the other doors may have let people in. */
    unknownShare: 'No live connection: ask before you let anybody in.',
    shareInDoubt: 'People may be missing in the count: ask before you let anybody in.',
    counted: 'Counted. The order still is: nobody in.',
    new: 'New order',
    ended: (order: string) => `Ended: ${order}`,
    endedDoes: 'Let people in as usual.',
    /** Over an order while a drill runs: the order is no part of it. */
    notADrill: 'NOT A DRILL',
  },
  orders: {
    none: 'No order is in force. Doors let people in as usual.',
    lead: 'Doors show an order over their pads until it ends. Counting always goes on.',
    give: 'Give an Order',
    giveConfirm: 'Give order',
    giving: 'Sending…',
    giveFailed: 'The order was not given. Please try again.',
    what: 'What the doors do',
    whom: 'For',
    allDoors: 'All doors',
    area: (areaName: string) => `Doors of ${areaName}`,
    door: (deviceName: string) => `Only ${deviceName}`,
    deletedDoor: 'a door',
    note: 'Note (optional)',
    notePlaceholder: 'Shown at the doors',
    replaces: (kind: string) => `Replaces the order in force for them: ${kind}.`,
    since: (moment: string) => `Since ${moment}`,
    confirmedBy: (confirmed: string, all: string) => `Confirmed by ${confirmed} of ${all}`,
    notConfirmedBy: (doors: string) => `Not confirmed by: ${doors}`,
    offline: 'offline',
    nobodyToAsk: 'No door is connected.',
    end: 'End',
    endOf: (kind: string, place: string) => `End: ${kind}, ${place}`,
    endsIn: (seconds: number) => `Ends in ${seconds} s`,
    /** The name of the button that keeps an order in force. */
    keepOf: (kind: string, place: string) => `Undo the end of ${kind}, ${place}`,
    undo: 'Undo',
    notInEvacuation:
      'Not while people leave: an evacuation ends these orders. They can be given anew when it has ended.',
    inDoubt: (people: string) =>
      `Up to ${people} people may be missing in the count. Look how many are inside before you let people in.`,
    endFailed: 'The order could not be ended. Please try again.',
    loadFailed: 'Could not load the orders.',
    list: 'Orders in force',
  },
} as const;
