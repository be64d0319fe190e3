import type { reportJournalTexts as english } from './journal-texts';
import type { Translation } from '../../../texts/translation';

export const reportJournalTexts: Translation<typeof english> = {
  journal: {
    area_added: (area) => `${area} wurde hinzugefügt.`,
    area_renamed: (before, after) => `${before} heißt jetzt ${after}.`,
    area_deleted: (area) => `${area} wurde gelöscht.`,
    capacity_changed: (area, before, after) => `Kapazität von ${area}: ${after}, zuvor ${before}.`,
    capacity_set: (area, after) => `Kapazität von ${area}: ${after}.`,
    capacity_planned: (people) => `Ein Kapazitätsplan wurde gespeichert: ${people} Personen.`,
    capacity_planned_none: 'Ein Kapazitätsplan ohne Zahl wurde gespeichert.',
    limits_changed: (area, after, before) => `Grenzwerte von ${area}: ${after}. Davor: ${before}.`,
    limit: (kind, people, condition) => `${kind} ${people} (${condition})`,
    noLimits: 'keine',
    withLimits: (settings, limits) => `${settings}, Grenzwerte: ${limits}`,
    noLimit: 'keine Grenze',
    occupancy_reset: (area, before) => `${area} wurde auf 0 gesetzt. Angezeigt waren ${before}.`,
    occupancy_recounted: (area, before, after) => `${area} nachgezählt: ${before} → ${after}.`,
    event_renamed: (before, after) => `Die Veranstaltung ${before} heißt jetzt ${after}.`,
    access_code_replaced: 'Der Zugangscode wurde ersetzt.',
    counting_locked: 'Das Zählen wurde wegen des Abonnements gesperrt.',
    counting_unlocked: 'Das Zählen wurde wieder freigegeben.',
    event_deleted: 'Die Veranstaltung wurde gelöscht.',
    imported: 'Die Veranstaltung wurde aus einer Datei eingelesen.',
    source_added: (source) => `Die Maschine ${source} wurde hinzugefügt.`,
    source_changed: (source) => `Die Einstellungen der Maschine ${source} wurden geändert.`,
    source_restarted: (source) => `Die Maschine ${source} hat wieder bei 0 begonnen.`,
    source_midnight: (source) => `Die Maschine ${source} hat einen neuen Tag bei 0 begonnen.`,
    source_wrapped: (source) => `Ein Zähler der Maschine ${source} ist über seine höchste Zahl hinausgelaufen.`,
    source_silent: (source) => `Die Maschine ${source} ist verstummt.`,
    source_heard: (source) => `Die Maschine ${source} hat sich wieder gemeldet.`,
    silence_ended: (source) => `Die Warnung zur stummen Maschine ${source} endete mit dem Veranstaltungstag.`,
    silence_acknowledged: (source, by) =>
      `Die Warnung zur stummen Maschine ${source} wurde${by === null ? '' : ` von ${by}`} bestätigt.`,
    silence_noted: (source, note) => `Zur stummen Maschine ${source}: ${note}`,
    silence_note_deleted: (source) => `Die Notiz zur stummen Maschine ${source} wurde gelöscht.`,
    source_jump: (source) =>
      `Die Maschine ${source} hat mehr Personen gezeigt, als vorbeigegangen sein können. Sie wurden nicht gezählt.`,
    source_fell: (source) => `Die Zählerstände der Maschine ${source} sind gefallen, und niemand wurde danach gezählt.`,
    source_set_back: (source) => `Die Uhr der Maschine ${source} wurde zurückgestellt.`,
    doubt_counted: (source, people) =>
      `Personen, die bei der Maschine ${source} vielleicht fehlten, wurden gezählt: ${people} hinein.`,
    doubt_dismissed: (source, people) =>
      `Personen, die bei der Maschine ${source} vielleicht fehlten, waren schon gezählt: ${people} hinein.`,
    inspection_created: (person) => `Ein Link für Kontrollen wurde erstellt: ${person}.`,
    inspection_opened: (person) => `Der Link für Kontrollen wurde geöffnet: ${person}.`,
    inspection_revoked: (person) => `Der Link für Kontrollen wurde widerrufen: ${person}.`,
    restored: (moment) =>
      `Alle Zählerstände wurden ${moment === null ? 'auf einen anderen Zeitpunkt' : `auf den Stand von ${moment}`} zurückgesetzt.`,
    venue_changed: (before, after) => `Einstellungen zum Veranstaltungsort: ${after}. Zuvor: ${before}.`,
    venue: (capacity, staff, margin, thresholds) =>
      `Kapazität ${capacity}, Personal ${staff}, Sicherheitsreserve ${margin}, Warnungen bei ${thresholds}`,
    margin: (percent, follows) => (follows ? `${percent} (folgt dem erwarteten Fehler)` : percent),
    noThresholds: 'keiner Auslastung',
    schedule_changed: (before, after) => `Zeitzone und Berichtszeit: ${after}. Zuvor: ${before}.`,
    alert_raised: (place, level) => `${place}: ${level} der Kapazität erreicht.`,
    alert_ended: (place, level) => `${place}: Die Warnung bei ${level} von vor diesen Tagen endete.`,
    alert_stayed: (place, level) => `${place}: Die Warnung bei ${level} von vor diesen Tagen blieb offen.`,
    other: (kind) => `Andere Änderung: ${kind}.`,
    withNote: (sentence, note) => `${sentence} Grund: ${note}`,
    unknownArea: 'Ein Bereich',
  },
};
