export const reportsTexts = {
  reports: {
    title: 'Report',
    noEvent: 'Please select an event to see its report.',
    loading: 'Making the report…',
    loadFailed: 'The report could not be loaded.',
    toApp: 'Back to counting',
  },
} as const;
