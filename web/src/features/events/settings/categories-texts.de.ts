import type { categoriesTexts as english } from './categories-texts';
import type { Translation } from '../../../texts/translation';

export const categoriesTexts: Translation<typeof english> = {
  categories: {
    lead: 'Die Türen zählen diese Personengruppen getrennt, jede mit einer eigenen Taste.',
    presets: [
      ['Erwachsene', 'Kinder'],
      ['Frauen', 'Männer'],
      ['Ersteinlass', 'Wiedereinlass'],
      ['Gäste', 'Personal'],
    ],
    startWith: 'Beginnen mit',
    nameHead: 'Name',
    capacityHead: 'Kapazität',
    name: (place) => `Kategorie ${place}`,
    namePlaceholder: 'z. B. Kinder',
    capacity: (place) => `Kapazität der Kategorie ${place}`,
    capacityPlaceholder: 'Ohne Grenze',
    up: (place) => `Kategorie ${place} nach oben`,
    down: (place) => `Kategorie ${place} nach unten`,
    remove: (place) => `Kategorie ${place} entfernen`,
    add: '+ Neue Kategorie',
    areOutsNamed: 'Auch Ausgänge nennen eine Kategorie',
    namedHint:
      'Beim Ausgang hat jede Kategorie eine Taste. So ist bekannt, wie viele Personen jeder Kategorie da sind, und jede kann eine Kapazität haben.',
    unnamedHint: 'Der Ausgang behält eine Taste. Wie viele Personen jeder Kategorie da sind, ist dann nicht bekannt.',
    keptHint: 'Was gezählt wurde, bleibt. Eine entfernte Kategorie behält ihre Zahlen.',
    saved: 'Kategorien gespeichert',
  },
  categoryFigures: {
    label: (name) => `${name} nach Kategorie`,
    category: 'Kategorie',
    ins: 'Rein',
    outs: 'Raus',
    inside: 'Da',
    shareInside: '% da',
    shareIns: '% rein',
    of: (inside, capacity) => `${inside} / ${capacity}`,
    unknown: 'unbekannt',
    unknownWhy:
      'Wie viele Personen jeder Kategorie da sind, ist nicht bekannt: Jemand wurde ohne Kategorie gezählt. Es ist wieder bekannt, wenn der Bereich leer ist, zurückgesetzt oder nach Kategorien neu gezählt wird.',
  },
  recountCategories: {
    legend: 'Davon nach Kategorie (freiwillig)',
    none: 'Ohne Angabe ist nicht bekannt, wie viele Personen jeder Kategorie da sind, außer bei 0.',
    sum: (people) => `Zusammen ${people}.`,
  },
};
