import type { statusTexts as english } from './status-texts';
import type { Translation } from '../../../texts/translation';

export const statusTexts: Translation<typeof english> = {
  status: {
    database: 'Verbundene Geräte zählen weiter. Anmelden, Berichte und Änderungen können im Moment fehlschlagen.',
    rooms: 'Zählungen können verspätet ankommen. Jedes Gerät behält seine Eingaben, bis sie gesendet sind.',
    usage: 'Das Zählen funktioniert. Tage werden später als sonst abgerechnet.',
    billing: 'Das Zählen funktioniert. Karten lassen sich im Moment nicht speichern.',
    mail: 'Das Zählen funktioniert. E-Mails zum Zurücksetzen von Passwörtern kommen vielleicht nicht an.',
  },
};
