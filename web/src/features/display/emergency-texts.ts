export const emergencyTexts = {
  emergency: {
    summary: 'In an evacuation or a drill',
    title: 'In an evacuation, in large letters',
    text: 'And what to do',
    hint: 'Displays show this over the whole screen, in these words for everybody. Leave both empty for the usual words in the language of the display. Some plans forbid the nearest exit: write what yours says.',
    half: 'Please fill in both, or leave both empty.',
    drill: 'In a drill',
    exercise: '“Doors are closed for an exercise”',
    numbers: 'The numbers of the day, marked DRILL',
  },
} as const;
