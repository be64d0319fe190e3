import type { Translation } from '../../texts/translation';
import type { settingPagesTexts as english } from './setting-pages-texts';

export const settingPagesTexts: Translation<typeof english> = {
  title: 'Einstellungen',
  account: 'Kontoeinstellungen',
  backToApp: 'Zur App',
  saved: 'Gespeichert',
  discard: 'Änderungen verwerfen',
  sections: 'Abschnitte',
  search: {
    label: 'Einstellung suchen',
    report: 'Berichte und ihre Dateien',
    reportWords: 'herunterladen exportieren excel csv pdf',
    dayWords: 'anfangsdatum enddatum',
    linkWords: 'enddatum',
    found: (settings) =>
      settings === 0
        ? 'Keine Einstellung gefunden.'
        : settings === 1
          ? 'Eine Einstellung gefunden.'
          : `${settings} Einstellungen gefunden.`,
  },
  leave: {
    title: 'Verlassen, ohne zu speichern?',
    description: 'Diese Änderungen sind nicht gespeichert und gehen verloren.',
    confirm: 'Verlassen',
  },
  section: {
    general: 'Allgemein',
    capacity: 'Kapazität',
    alerts: 'Warnungen',
    counting: 'Zählen',
    public: 'Öffentlich',
    inspectors: 'Kontrollen',
    machines: 'Maschinen',
    control: 'Leitstelle',
  },
  accountSection: {
    plan: 'Nutzung und Zahlung',
    security: 'Sicherheit',
    members: 'Mitglieder',
    audit: 'Protokoll',
    keys: 'API-Schlüssel',
    recipients: 'Webhooks und Empfänger',
    data: 'Ihre Daten',
    delete: 'Konto löschen',
    leave: 'Konto verlassen',
  },
  ownersPay: 'Die Inhaber dieses Kontos sehen seine Nutzung und bezahlen seine Rechnungen.',
  elsewhere: {
    title: 'Ein anderes Fenster hat das inzwischen geändert:',
    clash: 'Sie haben es hier auch geändert. Bis Sie wählen, wird nichts gespeichert.',
    theirs: 'Neuen Wert übernehmen',
    mine: 'Meinen behalten',
    seen: 'Verstanden',
    on: 'an',
    off: 'aus',
    none: 'keine',
  },
  general: {
    name: 'Name',
    copy: 'Der nächste Abend kann mit einer Kopie dieser Veranstaltung beginnen.',
    delete: 'Die Veranstaltung, ihre Bereiche und ihre Zählungen werden endgültig gelöscht.',
  },
  capacity: {
    areas: 'Bereiche',
    noAreas: 'Diese Veranstaltung hat noch keine Bereiche.',
    areaPeople: (people) => `Höchstens ${people}`,
    noLimit: 'Keine Grenze',
    authorities: 'Genehmigung, Brandschutz, Assistent',
    authoritiesOf: (numbers) => `Genehmigung, Brandschutz, Assistent: ${numbers}`,
  },
  alerts: {
    told: 'Wer außerhalb der App gewarnt wird',
    toldLead: 'Browser, Mailadressen und Webhooks des Kontos, jeweils mit eigenen Schwellen.',
    recipients: 'Empfänger des Kontos',
    list: 'Warnungen dieser Veranstaltung',
  },
  counting: {
    reset: 'Am Ende des Abends gehen alle Bereiche zurück auf 0. Die Eintritte bleiben, wie sie sind.',
  },
  machines: {
    lead: 'Ein Drehkreuz, eine Kamera oder ein Skript zählt in einem Bereich mit dessen IDs und einem API-Schlüssel.',
    keys: 'API-Schlüssel des Kontos',
  },
  control: {
    lead: 'Was die Leitstelle den Türen gibt und wie lange sie auf sie wartet.',
    doors: 'Türen: Anweisungen und Evakuierung',
  },
};
