import type { devicesTexts as english } from './devices-texts';
import type { Translation } from '../../texts/translation';

export const devicesTexts: Translation<typeof english> = {
  deviceList: {
    loadFailed: 'Die Geräte konnten nicht geladen werden.',
    outdated: (moment) => `Keine Antwort vom Server. So war es um ${moment}.`,
    none: 'Heute war noch kein Gerät dabei.',
    unnamed: (id) => `Gerät ${id}`,
    admin: 'Admin',
    own: 'Dieses Gerät',
    kinds: { turnstile: 'Drehkreuz', camera: 'Kamera', scanner: 'Ticketscanner', other: 'Maschine' },
    ins: 'Eintritte heute',
    outs: 'Austritte heute',
    lastTap: 'Letzte Zählung',
    noTap: 'Heute keine',
    online: 'Verbunden',
    offline: 'Getrennt',
    justNow: 'Gerade eben',
    offlineSince: (moment) => `Getrennt seit ${moment}`,
    refusedSince: (moment) => `Abgelehnt seit ${moment}`,
  },
};
