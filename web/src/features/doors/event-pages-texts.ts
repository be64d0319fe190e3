export const eventPagesTexts = {
  title: 'Doors',
  lead: 'The devices that count, what the doors are told to do, and the settings of this device.',
  share: 'Links and cards for doors',
  shareLead: 'A door scans its square, opens its link or types the access code.',
  deviceLead: 'Its name, its area, what it counts, and how it confirms a tap.',
} as const;
