import type { Translation } from '../../../texts/translation';
import type { keyTexts as english } from './key-texts';

export const keyTexts: Translation<typeof english> = {
  lead: 'Mit diesen Schlüsseln rufen Programme Headroom auf: Drehkreuze, Kameras, Ticketsysteme, Anzeigen.',
  loadFailed: 'Die API-Schlüssel konnten nicht geladen werden.',
  none: 'Es gibt noch keine API-Schlüssel.',
  add: 'API-Schlüssel erstellen',
  scopes: {
    read: 'Zahlen und Berichte lesen',
    count: 'Zählungen melden',
    manage: 'Veranstaltungen, Bereiche und Anweisungen ändern',
  },
  allEvents: 'Alle Veranstaltungen',
  expires: (day) => `Läuft ab am ${day}`,
  expired: 'Abgelaufen',
  revoked: 'Widerrufen',
  used: (moment) => `Zuletzt verwendet: ${moment}`,
  unused: 'Nie verwendet',
  from: (addresses) => `Nur von ${addresses}`,
  endsIn: (days) =>
    days === 0 ? 'Läuft innerhalb eines Tages ab' : `Läuft in ${days} ${days === 1 ? 'Tag' : 'Tagen'} ab`,
  overlapEnds: (moment) => `Der Schlüssel von vor der Erneuerung gilt bis ${moment}`,
  renew: 'Erneuern',
  renewOf: (name) => `${name} erneuern`,
  renewal: {
    lead: 'Sie bekommen einen neuen Schlüssel zum Kopieren. Was zum jetzigen gehört, bleibt: was er darf und seine Maschinen. Der jetzige gilt noch eine Weile, damit Sie Maschinen und Programme nacheinander umstellen können.',
    endsOlder: (moment) =>
      `Der Schlüssel von vor der letzten Erneuerung gilt noch bis ${moment}. Wenn Sie erneut erneuern, endet er jetzt.`,
    overlap: 'Der jetzige Schlüssel gilt noch',
    overlapDays: (days) => {
      if (days === 0) return 'Gar nicht: er endet jetzt';
      return days === 1 ? 'einen Tag' : `${days} Tage`;
    },
    renewing: 'Wird erneuert …',
  },
  revoke: 'Widerrufen',
  revokeOf: (name) => `${name} widerrufen`,
  revoking: 'Wird widerrufen …',
  revokeQuestion: 'API-Schlüssel widerrufen',
  revokeConsequence: 'Programme, die ihn verwenden, werden ab sofort abgewiesen. Das ist endgültig.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
  form: {
    name: 'Wofür der Schlüssel ist',
    scopes: 'Was er darf',
    event: 'Veranstaltungen',
    expiry: 'Gültig für',
    days: (days) => {
      if (days === 365) return 'Ein Jahr';
      if (days === 730) return 'Zwei Jahre';
      return `${days} Tage`;
    },
    addresses: 'Nur von diesen Adressen (optional)',
    addressesHint: 'IP-Adressen oder Bereiche, durch Kommas getrennt: 203.0.113.7, 198.51.100.0/24',
    password: 'Ihr Passwort',
    nameMissing: 'Bitte geben Sie an, wofür der Schlüssel ist.',
    scopesMissing: 'Bitte wählen Sie, was der Schlüssel darf.',
    passwordMissing: 'Bitte geben Sie Ihr Passwort ein.',
    creating: 'Wird erstellt …',
  },
  created: {
    text: 'Kopieren Sie diesen Schlüssel jetzt. Er wird nicht noch einmal angezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    done: 'Fertig',
  },
};
