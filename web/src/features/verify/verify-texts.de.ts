import type { verifyTexts as english } from './verify-texts';
import type { Translation } from '../../texts/translation';

export const verifyTexts: Translation<typeof english> = {
  verify: {
    title: 'Sind die Belege unverändert?',
    lead: 'Diese Seite prüft, ob der Bericht eines abgeschlossenen Tages geändert wurde. Wählen Sie die ZIP-Datei: Sie bleibt auf diesem Gerät, nichts davon wird irgendwohin gesendet, und ein Konto ist nicht nötig.',
    file: 'Belege (ZIP-Datei)',
    fingerprint: 'Fingerabdruck von außen (freiwillig)',
    fingerprintHint:
      'Von dem Bericht, der beim Abschluss des Tages gedruckt wurde, oder aus der Mail an den Veranstalter. Die ersten acht Gruppen genügen.',
    fingerprintInvalid: 'Ein Fingerabdruck besteht aus 0–9 und a–f, mindestens acht Vierergruppen.',
    check: 'Diese Datei prüfen',
    checking: 'Wird geprüft …',
    noFile: 'Wählen Sie zuerst eine Datei.',
    refused: {
      damaged: 'Diese Datei enthält keine Belege, oder sie ist beschädigt.',
      too_large:
        'Diese Datei enthält mehr, als Belege haben können: mehr Dateien oder weit mehr Daten als ihre Größe. Sie wurde nicht entpackt. So hat sie keine Installation erstellt.',
      name_twice:
        'Diese Datei enthält zwei Dateien mit einem Namen; andere Programme würden die andere zeigen. Sie wurde nicht geprüft. So hat sie keine Installation erstellt.',
    },
    insecure:
      'Dieser Browser kann hier nichts prüfen: Die Seite braucht HTTPS (oder localhost). Öffnen Sie sie unter einer https-Adresse.',
    result: 'Ergebnis',
    verdicts: {
      good: 'Am Versiegelten wurde nichts geändert',
      warn: 'Nichts ist falsch, aber nicht alles ließ sich prüfen',
      by_fingerprint: 'Für diese Dateien bürgt nur der Fingerabdruck',
      unvouched: 'Für diese Dateien bürgt niemand',
      bad: 'Etwas wurde geändert',
    },
    more: (left) => `Und ${left} weitere.`,
    venue: 'Gesamt',
    about: (eventName, days) => `${eventName}, ${days}`,
    tones: { good: 'In Ordnung:', warn: 'Hinweis:', bad: 'Falsch:' },
    link: (seq, day, revision) => `Siegel ${seq} (${day}, Fassung ${revision})`,
    findings: {
      chain_intact: (links) => `Die Kette der Siegel ist lückenlos (${links}).`,
      signed: (links) => `Mit einem Schlüssel dieser Installation unterschriebene Siegel: ${links}.`,
      fingerprint_found: (link) =>
        `Der Fingerabdruck von außen gehört zu ${link}: Dieses Siegel und alle davor sind so wie damals.`,
      no_fingerprint:
        'Es wurde kein Fingerabdruck von außen angegeben. Wer den Schlüssel hat, könnte eine andere Kette erstellt haben; das zeigt nur ein Fingerabdruck, der beim Abschluss das Haus verließ.',
      signed_later: (links) =>
        `Siegel ohne Unterschrift, weil diese Installation damals keinen Schlüssel hatte: ${links}. Die unterschriebenen Siegel danach enthalten sie: Seit das erste davon unterschrieben ist, wurde an ihnen nichts geändert.`,
      by_fingerprint: (links) =>
        `Siegel, die kein Schlüssel dieser Installation unterschrieben hat: ${links}. Für sie bürgt nur der Fingerabdruck von außen – wenn er nicht zusammen mit dieser Datei kam.`,
      unsigned: (links) =>
        `Siegel ohne Unterschrift: ${links}. Diese Installation hat keinen Schlüssel, also kann sie jeder erstellt haben. Nur ein Fingerabdruck von außen kann für sie bürgen.`,
      unsigned_here: (links) =>
        `Siegel ohne Unterschrift: ${links}. Diese Installation unterschreibt ihre Siegel: Sie stammen aus der Zeit, als sie keinen Schlüssel hatte, oder jemand anders hat sie erstellt. Das zeigt ein Fingerabdruck von außen oder eine Datei mit einem späteren Tag.`,
      keys_of_pack: (links) =>
        `Mit einem Schlüssel unterschriebene Siegel, den nur diese Datei enthält: ${links}. Einen solchen Schlüssel kann jeder erstellen. Öffnen Sie diese Seite auf der Installation, die gezählt hat, um auch den Schlüssel zu prüfen.`,
      keys_unreachable:
        'Die Schlüssel dieser Installation ließen sich nicht laden. Prüfen Sie noch einmal, wenn sie erreichbar ist.',
      unsupported:
        'Dieser Browser kann keine Unterschriften prüfen. Chrome 137, Firefox 129, Safari 17 und neuere können es. Dateien und Kette wurden geprüft.',
      no_files: 'Die Datei enthält keine Dateien eines Tages, nur Siegel.',
      file_missing: (file) =>
        `${file} fehlt. Einzelne Zählungen werden 90 Tage nach dem Abschluss eines Tages gelöscht, Berichte später: Dann bleibt nur ihr Hash.`,
      file_changed: (file, day) =>
        `${file} ist nicht so, wie sie für ${day} versiegelt wurde: Die Datei wurde geändert.`,
      file_unknown: (file) => `${file} steht in keinem Siegel: Die Datei wurde hinzugefügt oder umbenannt.`,
      file_unreadable: (file) => `${file} fehlt oder wurde so geändert, dass sie nicht lesbar ist.`,
      sums_right:
        'Die Liste SHA256SUMS passt zu allen Dateien. Sie und die README.txt daneben stehen in keinem Siegel: Allein würden sie nichts beweisen.',
      sums_changed:
        'Die Liste SHA256SUMS passt zu den geänderten Dateien: Auch sie wurde geändert. Sie steht in keinem Siegel und beweist nichts.',
      sum_wrong: (file) => `${file} hat nicht ihre Summe aus SHA256SUMS: Die Datei oder diese Liste wurde geändert.`,
      sum_without_file: (file) => `SHA256SUMS nennt ${file}, aber die Datei fehlt.`,
      file_without_sum: (file) =>
        `${file} steht nicht in SHA256SUMS: Die Datei wurde hinzugefügt oder umbenannt, oder diese Liste wurde geändert.`,
      seal_newer: (place) =>
        `Das Siegel Nummer ${place} in seals.json hat eine neuere Fassung, als diese Seite lesen kann. Darum wurde nichts geprüft. Öffnen Sie diese Seite noch einmal auf der Installation, die die Belege erstellt hat.`,
      seal_unreadable: (place) =>
        `Das Siegel Nummer ${place} in seals.json wurde geändert: Eine solche Form, einen solchen Tag oder eine solche Zeit hat kein Siegel.`,
      zone_unknown: (link, timeZone) =>
        `Die Zeitzone gibt es nicht, ${link}: ${timeZone}. Das Siegel wurde geändert, oder dieser Browser ist älter als die Zone.`,
      link_changed: (link) => `${link} wurde geändert: Sein Text hat nicht mehr seinen Fingerabdruck.`,
      chain_broken: (link) =>
        `Die Kette bricht vor ${link}: Ein früheres Siegel wurde geändert, entfernt oder eingefügt.`,
      signature_wrong: (link) => `Die Unterschrift ist falsch: ${link}.`,
      signature_missing: (link) =>
        `Die Unterschrift fehlt: ${link}. Ein Siegel davor hat diese Installation unterschrieben: Dieses wurde hinzugefügt oder geändert.`,
      key_of_pack: (link) =>
        `Den Schlüssel von ${link} hat nur diese Datei, obwohl diese Installation andere Siegel der Kette unterschrieben hat: Es wurde hinzugefügt oder geändert.`,
      key_unknown: (link) => `Den Schlüssel von ${link} kennt weder diese Installation, noch enthält ihn die Datei.`,
      key_changed: (kid) => `keys.json: Ein Schlüssel hat nicht seine Kennung (${kid}): Er wurde geändert.`,
      fingerprint_unknown:
        'Kein Siegel dieser Datei hat den Fingerabdruck von außen: Er ist vertippt, er gehört zu einer anderen Veranstaltung oder einem späteren Tag, oder die Kette wurde nach dem Abschluss neu erstellt.',
    },
    files: {
      title: (day) => `Die Dateien von ${day}`,
      sealed: (file) => `${file}: so, wie sie versiegelt wurde`,
      changed: (file) => `${file}: geändert, nicht so, wie sie versiegelt wurde`,
      missing: (file) => `${file}: fehlt`,
    },
    faults: {
      title: (day) => `Wo ledger.csv und report.json von ${day} nicht aufgehen`,
      none: 'Nirgends: Ein- und Austritte gehen in der geänderten Datei und mit der anderen auf. Höchststände und Zeiten darüber werden hier nicht nachgerechnet. Richtig ist sie deshalb nicht.',
      line: (line, id) => `ledger.csv, Zeile ${line} (id ${id})`,
      unreadable: (line) => `ledger.csv, Zeile ${line}: Sie ist nicht lesbar.`,
      change: (line, counted, expected) => `${line}: in minus out ist ${counted}, change mal taps aber ${expected}.`,
      seqs: (line, counted, expected) =>
        `${line}: first_seq bis last_seq sind ${counted} Zählungen, taps sagt aber ${expected}.`,
      times: (line, counted, expected) =>
        `${line}: tap_offsets_ms hat die Zeiten von ${counted} Zählungen, taps sagt aber ${expected}.`,
      order: (line) => `${line}: Ihre id ist nicht höher als die der Zeile davor.`,
      columns: { in: 'Ein', out: 'Aus', floored: 'Aus bei null' },
      sum: (name, column, report, ledger) => `${name}, ${column}: Bericht ${report}, ledger.csv ${ledger}.`,
      lines: (report, ledger) => `Zeilen von ledger.csv: laut Bericht ${report}, in der Datei ${ledger}.`,
    },
    moment: {
      title: 'Wie viele Personen waren zu einem Zeitpunkt drinnen?',
      lead: (timeZone) =>
        `Hier zusammengezählt aus ledger.csv, journal.csv und report.json der Belege: jede Zählung ab ihrem eigenen Zeitpunkt; eine Uhrzeit ist der Beginn ihrer Sekunde. Zeiten nach den Uhren von ${timeZone}.`,
      day: 'Veranstaltungstag',
      time: 'Uhrzeit',
      show: 'Anzeigen',
      incomplete: 'Bitte geben Sie eine Uhrzeit ein, etwa 23:42:00.',
      skipped: 'Diese Uhrzeit zeigten die Uhren an dem Tag nie.',
      missing: (file) =>
        `${file} dieses Tages fehlt. Die letzte Tabelle des Berichts nennt die tiefste und die höchste Zahl von je fünf Minuten.`,
      unreadable: 'Die Dateien dieses Tages sind nicht lesbar: Sie wurden geändert.',
      changed: (files) => `Diese Antwort beruht auf geänderten Daten, nicht auf den versiegelten: ${files}.`,
      people: (moment, people) => `${moment}: ${people} drinnen`,
      peopleWithStaff: (sentence, all, staff) => `${sentence}, ${all} mit ${staff} Mitarbeitenden`,
      table: 'Die Bereiche zu diesem Zeitpunkt',
      area: 'Bereich',
      inside: 'Drinnen',
      withStaff: 'Mit Personal',
      limitKinds: { license: 'Genehmigung', fire: 'Brandschutz' },
      limit: (name, kind, capacity, result) => `${name}, ${kind}: ${capacity} erlaubt, ${result}.`,
      above: 'überschritten',
      kept: 'eingehalten',
    },
  },
};
