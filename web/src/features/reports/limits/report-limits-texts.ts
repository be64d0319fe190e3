/** The texts about limits that authorities have set, on the screen, on paper and in files. */
export const reportLimitsTexts = {
  limits: {
    title: 'Limits from licence and fire safety',
    lead: 'A limit counts everybody, and the doors do not count staff: more people than its number without staff is above the limit. The safety margin does not change a limit. A break of less than a minute does not end a period, but is not counted in its time.',
    kinds: { licence: 'Licence', fire: 'Fire safety' },
    never: 'Never',
    removed: 'Removed',
    periods: 'Periods above a limit',
    changes: 'Limits over time',
    sheets: { times: 'Limits', periods: 'Above limits', changes: 'Limits over time' },
    heads: {
      limit: 'Limit',
      people: 'People allowed',
      staff: 'Less staff',
      counted: 'Counted at most',
      timeAbove: 'Time above',
      periods: 'Periods',
      condition: 'Condition',
    },
  },
} as const;
