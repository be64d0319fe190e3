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
    paperLead: (seq, address) =>
      `Bewahren Sie diese Seite auf. Um später zu prüfen, dass Zählungen, Grenzwerte und Personalzahlen dieses Tages nicht geändert wurden, holen Sie die Belege des Tages (eine ZIP-Datei) beim Veranstalter oder über einen Link für Kontrollen, öffnen Sie ${address}, wählen Sie die Belege, und geben Sie diesen Fingerabdruck von Siegel ${seq} ein; die ersten acht Gruppen genügen.`,
  },
};
