/** The texts of the fields for limits that authorities have set. */
export const limitsTexts = {
  limitFields: {
    summary: 'Limits from licence and fire safety',
    summaryOf: (numbers: string) => `Limits from licence and fire safety: ${numbers}`,
    lead: 'The lowest number counts everywhere. The report shows the time above each limit.',
    venueLead: 'A limit of the venue includes staff.',
    kinds: { licence: 'Licence', fire: 'Fire safety' },
    people: (kind: string) => `${kind}: people at most`,
    condition: (kind: string) => `${kind}: condition (number and wording)`,
    conditionPlaceholder: 'e.g., Condition 12: no more than 350 persons at any one time',
    assistant: 'Open the capacity assistant',
    lowest: (people: string) => `The lowest number counts: ${people}`,
  },
} as const;
