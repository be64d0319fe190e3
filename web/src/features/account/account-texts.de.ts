import type { accountTexts as english } from './account-texts';
import type { Translation } from '../../texts/translation';

export const accountTexts: Translation<typeof english> = {
  settings: {
    title: 'Kontoeinstellungen',
    billing: 'Rechnung und Zahlung',
    delete: 'Konto löschen',
    usage: 'Nutzung',
    alertRecipients: 'Empfänger',
    apiKeys: 'API-Schlüssel',
    members: 'Mitglieder',
  },
  usage: {
    summary: (days, amount) => `${days === 1 ? '1 aktiver Tag' : `${days} aktive Tage`} · ${amount}`,
    trial: (until) => (until === null ? 'Kostenlose Testphase' : `Kostenlose Testphase bis ${until}`),
    freeDays: (days) => (days === 1 ? '1 kostenloser Tag' : `${days} kostenlose Tage`),
    none: 'Noch keine aktiven Tage',
    off: 'Auf diesem Server ist keine Abrechnung eingerichtet.',
    loadFailed: 'Ihre Nutzung konnte nicht geladen werden.',
    soFar: 'Bisher in diesem Zeitraum',
    since: (date) => `Seit ${date}`,
    nextInvoice: (date) => `Nächste Rechnung am ${date}`,
    onNextInvoice: 'Das steht auf Ihrer nächsten Rechnung.',
    noInvoice: 'Es steht keine Rechnung an.',
    paymentOpen: 'Eine Zahlung ist überfällig. Hinterlegen Sie eine Karte, um sie zu begleichen.',
    cardNeeded: 'Hinterlegen Sie eine Karte, um wieder zu zählen.',
    waiting: 'Das wird abgerechnet, sobald Ihr Abo wieder aktiv ist.',
    deletedEvent: 'Gelöschte Veranstaltung',
    product: (days, price) => `${days} × ${price}`,
    free: 'Kostenlos',
    more: 'Mehr Veranstaltungen zeigen',
    price: (price) =>
      `${price} für jeden Tag, an dem bei einer Veranstaltung gezählt wird. Eine Nacht über Mitternacht hinaus ist ein Tag.`,
  },
  billing: {
    title: 'Schritt 1: Rechnungsdaten',
    lead: 'Das steht auf Ihren Rechnungen. Nur das Land ist erforderlich.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    businessName: 'Firma',
    address: 'Adresse',
    city: 'Ort',
    postcode: 'Postleitzahl',
    country: 'Land',
    noCountry: 'Land wählen',
    taxId: 'Steuernummer',
    next: 'Weiter',
    off: 'Auf diesem Server ist keine Abrechnung eingerichtet. „Weiter“ speichert diese Angaben; eine Karte ist nicht nötig.',
  },
  paymentStep: {
    title: 'Schritt 2: Zahlungsmittel',
    loading: 'Zahlungsformular wird geladen …',
    loadFailed: 'Das Zahlungsformular konnte nicht geladen werden. Bitte versuchen Sie es später erneut.',
    card: 'Kartendaten',
    save: 'Speichern',
    saving: 'Wird gespeichert …',
    notReady: 'Das Zahlungsformular ist noch nicht bereit. Bitte versuchen Sie es erneut.',
    notSucceeded: 'Die Karte konnte nicht hinterlegt werden. Bitte versuchen Sie es erneut.',
    failed: 'Ein unerwarteter Fehler ist aufgetreten.',
    another: 'Andere Karte verwenden',
    saved: 'Rechnungs- und Zahlungsdaten sind gespeichert.',
    off: 'Auf diesem Server ist keine Abrechnung eingerichtet. Ihre Rechnungsdaten sind gespeichert.',
    done: 'Fertig',
  },
  accounts: {
    title: 'Ihre Konten',
    current: 'Aktuell',
    switchTo: (name) => `Zu ${name} wechseln`,
    failed: 'Das Konto konnte nicht gewechselt werden. Bitte versuchen Sie es erneut.',
    switching: {
      title: 'Jetzt wechseln?',
      unsent: (taps, volatileTaps) => {
        const unsent =
          taps === 1 ? 'Eine Zählung ist noch nicht gesendet.' : `${taps} Zählungen sind noch nicht gesendet.`;
        return volatileTaps === 0
          ? `${unsent} ${taps === 1 ? 'Sie bleibt' : 'Sie bleiben'} auf diesem Gerät, bis Sie wieder in diesem Konto sind.`
          : `${unsent} ${volatileTaps === 1 ? 'Eine davon geht' : `${volatileTaps} davon gehen`} verloren, wenn Sie wechseln.`;
      },
      confirm: 'Wechseln',
    },
  },
  leaving: {
    title: 'Konto verlassen',
    text: 'Verlassen Sie dieses Konto. Es besteht mit seinen Inhabern weiter.',
    consequence:
      'Sie werden auf allen Geräten davon abgemeldet. Was Sie gezählt und geändert haben, bleibt. Ohne ein weiteres Konto wird Ihre Anmeldung gelöscht.',
    confirm: 'Dieses Konto verlassen',
    busy: 'Wird verlassen …',
    question: 'Möchten Sie dieses Konto wirklich verlassen? Nur seine Inhaber können Sie wieder einladen.',
    deleteInstead: 'Um es zu löschen, entfernen Sie zuerst die anderen Inhaber.',
    unsent: (taps) =>
      taps === 1
        ? 'Eine Zählung dieses Geräts ist noch nicht gesendet. Wenn Sie jetzt gehen, zählt sie nicht.'
        : `${taps} Zählungen dieses Geräts sind noch nicht gesendet. Wenn Sie jetzt gehen, zählen sie nicht.`,
  },
  deletion: {
    text: 'Löscht Ihr Konto und alle zugehörigen Daten endgültig.',
    consequence:
      'Ihre Veranstaltungen, Bereiche und Zahlen werden mitgelöscht, und jedes Gerät, das gerade zählt, wird abgemeldet.',
    confirm: 'Mein Konto löschen',
    question:
      'Möchten Sie Ihr Konto wirklich löschen? Das kann nicht rückgängig gemacht werden und löscht alle Ihre Daten endgültig.',
    events: (events) =>
      events === 1 ? 'Eine Veranstaltung wird gelöscht.' : `${events} Veranstaltungen werden gelöscht.`,
    counting: (devices) => (devices === 1 ? 'Gerade zählt ein Gerät.' : `Gerade zählen ${devices} Geräte.`),
    noneCounting: 'Gerade zählt kein Gerät.',
    members: (others) =>
      others === 1
        ? 'Ein anderes Mitglied verliert dieses Konto.'
        : `${others} andere Mitglieder verlieren dieses Konto.`,
    password: 'Ihr Passwort',
    unsent: (taps) =>
      taps === 1
        ? 'Eine Zählung dieses Geräts ist noch nicht gesendet.'
        : `${taps} Zählungen dieses Geräts sind noch nicht gesendet.`,
  },
};
