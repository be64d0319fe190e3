export const statusTexts = {
  status: {
    /** For each part that the readiness call checks: what people notice when the part fails. */
    database: 'Counting goes on where a device is connected. Logging in, reports and changes may fail for the moment.',
    rooms: 'Counts may arrive late. Taps are kept on each device until they are sent.',
    usage: 'Counting works. Days are billed later than usual.',
    billing: 'Counting works. Cards cannot be saved for the moment.',
    mail: 'Counting works. Mails to reset a password may not arrive.',
  },
} as const;
