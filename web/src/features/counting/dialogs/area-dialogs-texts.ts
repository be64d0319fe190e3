export const areaDialogsTexts = {
  areaDialogs: {
    addTitle: 'Add New Area',
    name: 'Area Name',
    namePlaceholder: 'e.g., Main Stage',
    capacity: 'Capacity',
    capacityPlaceholder: 'e.g., 500',
    wholeNumbers: 'Whole numbers only.',
    create: 'Create Area',
    creating: 'Creating...',
    createFailed: 'Failed to create area.',
    rename: 'Rename Area',
    changeCapacity: 'Change Capacity',
    recount: 'Recount',
    reset: 'Reset Occupancy',
    resetConfirm: 'Reset Occupancy',
    resetWarning: (occupancy: string) =>
      `This sets the count from ${occupancy} to 0 on every device. Total ins stay as they are.`,
    resetAtZero: 'This area is already at 0. Total ins stay as they are.',
    resetInDoubt: (people: string) =>
      `Up to ${people} people whom machines have missed may be here. A reset ends that doubt.`,
    delete: 'Delete Area',
    deleteWarning: 'This action is permanent and cannot be undone. What was counted here stays in the reports.',
    deleteFailed: (message: string) => `Failed to delete area: ${message}`,
    machine: {
      title: 'Connect a Machine',
      lead: (areaName: string) =>
        `A turnstile, a camera or a script counts in ${areaName} with these IDs. They are not secret.`,
      key: 'It also needs an API key with “Report counts”: Account settings → API keys.',
      copy: 'Copy',
      copied: 'Copied',
      copyFailed: 'Copying failed. Please select the lines.',
    },
  },
  /** People who may be missing by a machine’s totals, for admins. */
  doubt: {
    countThem: 'Count them',
    countThemDoes: 'They were missed: they count now, as of the time when the machine’s totals fell.',
    wereCounted: 'They were counted',
    wereCountedDoes: 'By hand or by another machine, or nobody is missing: the number stays.',
    failed: 'That was not saved. Please try again.',
    /** Each machine with a number of people is in the list below. */
    machines: (machines: number, text: string, people: string) =>
      machines === 1
        ? `One machine: up to ${people} people may be missing.`
        : `${text} machines: up to ${people} people may be missing.`,
    unknownMachines: (people: string) => `Machines: up to ${people} people may be missing.`,
    recountEnds: 'The recount ends this doubt.',
    loadFailed: 'Which machines these are could not be loaded.',
  },
  /** How far an area’s number can be trusted, for admins. */
  trust: {
    sinceRecount: (people: string, moment: string) => `± ${people} since the recount (${moment})`,
    sinceReset: (people: string, moment: string) => `± ${people} since the reset (${moment})`,
    sinceAdded: (people: string) => `± ${people} since the area was added`,
    tooFew: 'How far the number may be off is known after two recounts.',
    longAgo: 'How far the number may be off is known after the next recount.',
    due: 'A recount is due.',
    venue: (people: string) => `The venue may be off by ± ${people}.`,
    dueIn: (areas: string) => `Recount due: ${areas}.`,
  },
} as const;
