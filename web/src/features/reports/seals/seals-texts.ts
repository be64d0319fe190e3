/** The texts about seals and evidence packs, on screen and on paper. */
export const sealsTexts = {
  seals: {
    lead: 'Each closed day is sealed: an evidence pack shows that nothing was changed since.',
    check: 'Check a pack',
    pack: 'Evidence pack',
    packOf: (day: string) => `Evidence pack of ${day}`,
    signed: (seq: string) => `Seal ${seq}, signed. Fingerprint:`,
    unsigned: (seq: string) => `Seal ${seq}, without a signature. Fingerprint:`,
    running: 'The evidence pack is being made…',
    done: (fileName: string) => `${fileName} is among your downloads.`,
    failed: 'The evidence pack could not be made. Please try again.',
    paperTitle: 'Seal',
    paperLead: (seq: string, address: string) =>
      `Keep this page. To check later that counts, limits and staff numbers of this day were not changed, get the evidence pack of the day (a ZIP file) from the organizer or from an inspector’s link, open ${address}, choose the pack, and enter this fingerprint of seal ${seq}; its first eight groups are enough.`,
  },
} as const;
