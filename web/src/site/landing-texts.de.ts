import type { siteEnglish as english } from './landing-texts';
import type { Translation } from '../texts/translation';

export const siteTexts: Translation<typeof english> = {
  title: 'Headroom: Personen live zählen für Veranstaltungen und Locations',
  description:
    'Zählen Sie an jeder Tür mit jedem Handy und sehen Sie live, wie voll jeder Bereich ist. 3\u00a0$ pro Veranstaltung und Tag, an dem gezählt wird, keine Grundgebühr, 7 Tage kostenlos.',
  appDescription: 'Headroom zählt Besucher in Echtzeit, auf jedem Gerät an der Tür.',
  needsScript:
    'Headroom zählt live im Browser und braucht dafür JavaScript. Bitte schalten Sie es ein und laden Sie neu.',
  skip: 'Zum Inhalt springen',
  nav: 'Konto',
  logIn: 'Anmelden',
  signUp: 'Testen',
  hero: {
    title: 'Wissen, wie voll jeder Raum ist.',
    titleEnd: 'Jetzt gerade.',
    lead: 'Ihr Einlasspersonal tippt auf dem eigenen Handy auf + und −. Jeder verbundene Bildschirm zeigt die neue Zahl sofort. So handeln Sie nach dem, was stimmt, und nicht nach dem letzten Funkspruch.',
    trial: 'Kostenlos testen',
    terms: '7 Tage kostenlos, danach 3\u00a0$ pro Veranstaltung und Tag, an dem gezählt wird. Keine Grundgebühr.',
  },
  demo: {
    label: 'Zum Ausprobieren: auf dem Handy zählen, auf der Übersicht zusehen',
    phone: 'Auf dem Handy an der Tür',
    dashboard: 'Auf Ihrer Übersicht, im selben Moment',
    event: 'Freitagabend',
    areas: { main: 'Hauptbühne', terrace: 'Terrasse', bar: 'Bar', roof: 'Dach' },
    onSite: 'Jetzt vor Ort',
    hint: 'Lassen Sie ruhig jemanden herein.',
    otherDoor: 'Auch an der anderen Tür wird gezählt.',
    pause: 'Anhalten',
    resume: 'Weiterzählen',
    said: (area, count, total) => `${area}: ${count}. Vor Ort: ${total}.`,
  },
  steps: {
    title: 'Bereit, bevor die Türen öffnen',
    list: [
      {
        title: 'Den Abend einrichten',
        text: 'Erstellen Sie eine Veranstaltung und ihre Bereiche, jeden mit seiner Kapazität: Hauptraum, Terrasse, Bar im Obergeschoss.',
      },
      {
        title: 'Einen Code weitergeben',
        text: 'Ihr Personal öffnet Headroom im Browser und gibt den Zugangscode der Veranstaltung ein. Es braucht kein Konto und sieht nur diese Veranstaltung.',
      },
      {
        title: 'An jeder Tür zählen',
        text: '+ wenn jemand kommt, − wenn jemand geht. Wie viele Türen ein Bereich auch hat: Alle bewegen dieselbe Zahl.',
      },
    ],
  },
  levels: {
    title: 'Sie sehen es kommen',
    lead: 'Jeder Bereich zeigt als Zahl, in Worten und mit einem Balken, wie voll er ist, mit Marken bei 75\u00a0% und 90\u00a0%. An der Tür muss niemand Prozente ausrechnen.',
    areas: [
      { name: 'Terrasse', occupancy: 74, capacity: 120 },
      { name: 'Hauptraum', occupancy: 656, capacity: 800 },
      { name: 'Bar im Obergeschoss', occupancy: 88, capacity: 95 },
    ],
  },
  features: {
    title: 'Was Sie bekommen',
    cards: {
      realTime: {
        title: 'In Echtzeit',
        summary: 'Alle verbundenen Geräte zeigen sofort dieselben Zahlen.',
        points: [
          'Ein Tippen an einer Tür bewegt die Zahl auf jedem anderen Handy, Tablet und jeder Übersicht der Veranstaltung. Niemand lädt neu, niemand fragt herum.',
          'Verliert ein Handy das Netz, zählt es weiter. Es sagt, wie viel noch nicht gesendet ist, und sendet es, sobald das Netz wieder da ist.',
          'Jedes Tippen zählt genau einmal, wie schlecht die Verbindung auch ist.',
        ],
      },
      webFirst: {
        title: 'Direkt im Browser',
        summary: 'Jeder Browser, jedes Gerät, kein Download.',
        points: [
          'Nutzen Sie die Handys, Tablets und Laptops, die Ihr Team schon hat. Seite öffnen, Code eingeben, zählen.',
          'Große Tasten für einen Daumen, eine Zahl, die man aus Armlänge liest, hell am Tag und dunkel bei Nacht.',
          'Auch mit der Tastatur und mit Screenreadern bedienbar.',
        ],
      },
      pricing: {
        title: 'Faire Preise',
        summary: '3\u00a0$ pro Veranstaltung und Tag, an dem gezählt wird. Keine Grundgebühr.',
        points: [
          'Berechnet werden nur Tage, an denen gezählt wurde. Wochen vorher vorzubereiten kostet nichts, und jeder ruhige Tag auch nicht.',
          'Eine Nacht, die über Mitternacht hinausgeht, ist ein Tag, nicht zwei.',
          'Zwei Nächte einer Veranstaltung kosten 6\u00a0$. Ein Monat ohne Veranstaltungen kostet nichts. Die ersten 7 Tage sind kostenlos.',
        ],
      },
      reports: {
        title: 'Fertige Berichte',
        summary: 'Berichte jeder Veranstaltung zum Herunterladen.',
        points: [
          'Was jede Tür gezählt hat, bleibt erhalten, Bereich für Bereich: wie viele kamen, wie viele gingen, wie voll es war und wie lange zu voll.',
          'Jeder Tag wird zu der Stunde, die Sie wählen, zu einem Bericht. Was später eintrifft, ergibt eine neue Fassung, und die erste bleibt.',
          'Als Excel oder CSV zum Herunterladen oder zum Drucken: für Ihre Nachbesprechung, für die Location oder für alle, die fragen, wie viele drin waren.',
        ],
      },
    },
  },
  closing: {
    title: 'Die Zahl des Abends, auf jedem Bildschirm.',
    text: 'Erstellen Sie ein Konto, legen Sie Ihre erste Veranstaltung an und geben Sie ihren Code weiter. Das dauert wenige Minuten.',
  },
  footer: {
    copyright: '© 2026 Headroom',
    label: 'Fußzeile',
    privacy: 'Datenschutz',
    terms: 'Nutzungsbedingungen',
    support: 'Support kontaktieren',
    licenses: 'Open-Source-Lizenzen',
  },
};
