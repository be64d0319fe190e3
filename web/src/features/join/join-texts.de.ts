import type { joinTexts as english } from './join-texts';
import type { Translation } from '../../texts/translation';

export const joinTexts: Translation<typeof english> = {
  link: {
    qr: (link) => `QR-Code des Links ${link}`,
    copy: 'Link kopieren',
    copied: 'Kopiert!',
    copyFailed: 'Kopieren ist hier nicht möglich. Bitte notieren Sie den Link.',
    share: 'Link teilen',
  },
  join: {
    title: 'Veranstaltung teilen',
    lead: 'Mit der Handykamera scannen und auf „Anmelden“ tippen: ohne Konto, ohne Download.',
    print: 'Türschild drucken',
    inspector: 'Link für eine Kontrolle',
    inspectorLead:
      'Eine Behörde sieht eine Zeit lang die aktuellen Zahlen und den Bericht von heute, und kann nichts ändern.',
    forDoor: 'Für eine Tür',
    doorName: 'Name der Tür',
    shareDoor: 'Link für eine Tür teilen',
    orType: (address) => `Keine Kamera? Öffnen Sie ${address} und geben Sie diesen Code ein.`,
    steps: [
      'Scannen Sie das Quadrat mit Ihrer Kamera.',
      'Tippen Sie auf „Anmelden“.',
      'Tippen Sie auf +, wenn jemand kommt, und auf −, wenn jemand geht.',
    ],
    replace: 'Code ersetzen',
    replaceWarning:
      'Alle, die mit diesem Code angemeldet sind, werden sofort abgemeldet; seine Links und Türschilder gelten nicht mehr. Admins bleiben angemeldet.',
    replacing: 'Wird ersetzt …',
    replaceFailed: 'Der Code konnte nicht ersetzt werden. Bitte versuchen Sie es erneut.',
    replaced: 'Das ist der neue Code. Der alte gilt nicht mehr.',
  },
  offer: {
    title: 'Einer anderen Veranstaltung beitreten?',
    code: (accessCode) =>
      `Der geöffnete Link gehört zur Veranstaltung mit dem Zugangscode ${accessCode}. Dieses Gerät zählt bei einer anderen und hört damit auf, wenn Sie beitreten.`,
    admin: (accessCode, username) =>
      `Der geöffnete Link gehört zur Veranstaltung mit dem Zugangscode ${accessCode}, die Ihnen nicht gehört. Wenn Sie beitreten, wird ${username} hier abgemeldet.`,
    unsent: (taps) =>
      taps === 1
        ? 'Eine Zählung ist noch nicht gesendet. Danach können Sie beitreten.'
        : `${taps} Zählungen sind noch nicht gesendet. Danach können Sie beitreten.`,
    door: (deviceName) =>
      deviceName === null ? 'Tür dieses Geräts ändern?' : `Dieses Gerät zu „${deviceName}“ machen?`,
    doors: (present, next) => `Jetzt: ${present}. Dann: ${next}.`,
    unsentStay: (taps) =>
      taps === 1
        ? 'Eine Zählung ist noch nicht gesendet. Sie zählt dort, wo sie gemacht wurde.'
        : `${taps} Zählungen sind noch nicht gesendet. Sie zählen dort, wo sie gemacht wurden.`,
    keepDoor: 'Behalten',
    changeDoor: 'Ändern',
    stay: 'Hier bleiben',
    join: 'Beitreten',
    joining: 'Beitritt läuft …',
  },
};
