import type { sealsTexts as english } from './seals-texts';
import type { Translation } from '../../../texts/translation';

export const sealsTexts: Translation<typeof english> = {
  seals: {
    lead: 'Jeder abgeschlossene Tag wird versiegelt: Seine Belege zeigen, dass seither nichts geändert wurde.',
    check: 'Belege prüfen',
    pack: 'Belege (ZIP)',
    packOf: (day) => `Belege von ${day}`,
    signed: (seq) => `Siegel ${seq}, unterschrieben. Fingerabdruck:`,
    unsigned: (seq) => `Siegel ${seq}, ohne Unterschrift. Fingerabdruck:`,
    running: 'Die Belege werden zusammengestellt …',
    done: (fileName) => `${fileName} ist in Ihren Downloads.`,
    failed: 'Die Belege konnten nicht erstellt werden. Bitte versuchen Sie es erneut.',
    paperTitle: 'Siegel',
    paperLead: (seq) =>
      `Fingerabdruck von Siegel ${seq}. Bewahren Sie diese Seite auf: Mit ihr lässt sich später prüfen, dass die Zahlen dieses Tages nicht geändert wurden.`,
  },
};
