export const eventPagesTexts = {
  title: 'Doors',
  lead: 'The devices that count, what the doors are told to do, and the settings of this device.',
  unknown: 'This event does not exist, or it belongs to another account.',
  toApp: 'Back to counting',
  share: 'Links and cards for doors',
  shareLead: 'A door scans its square, opens its link or types the access code.',
  deviceLead: 'Its name, its area, what it counts, and how it confirms a tap.',
} as const;
