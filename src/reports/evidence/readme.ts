/**
 * The file README.txt of each sealed day. Its hash is in the seal, so a change of this text needs a new `version` of seals
 * (src/shared/evidence/schemas.ts).
 */
export const evidenceReadme = `EVIDENCE OF ONE BUSINESS DAY                                    (Deutsch: siehe unten)

What is in this folder
  report.en.html  the day's report; open it in a browser, print it or save it as PDF
  report.de.html  the same in German
  report.json     the figures of the day, for programs
  ledger.csv      every tap of the day, in the order of counting
  journal.csv     resets, recounts, changes and alerts of the day
Beside this folder
  seals.json      the seals of all closed days, each with the hash of these files and of the seal before
  keys.json       the public keys with which the seals were signed

How many people were inside at a certain time
  The table at the end of the report has the lowest and the highest number of each five minutes. For a
  second: add up "change" of all lines of ledger.csv whose taps were made by then, for the venue without
  lines that have an other_area_id, starting from "At start" in the report. A reset or recount in
  journal.csv sets an area to its "after".

The columns of ledger.csv
  change          by how many people each tap changes the area; negative for people who leave
  taps            how many equal taps the line has
  in, out         people in and out in all taps of the line; negative where a tap was taken back
  floored         people counted out although nobody was left
  adjusted        people of late taps that a reset or recount had counted already
  undoes          the tap of the same device that this one takes back
  device_time     when the first tap was made; tap_offsets_ms: all taps, in ms after it
  server_time     when it arrived; lines are in the order of counting, so late taps come later
  occupancy       people in the area after the line, in the order of counting
A file with only its first line has no entries: journal.csv without lines means that nothing was reset,
recounted, changed or alerted on that day.

How to check that nothing was changed
  1. Open the page /verify of the installation that counted, or of any other installation of Headroom.
     No account is needed. The files stay on your computer.
  2. Choose this ZIP file. The page says which file, day or seal was changed, if any.
  3. Type the fingerprint that left the house when the day was closed: it stands on the report that was
     printed then, and in the mail to the organizer. Whoever holds the key could sign another chain of
     seals later, but none with this fingerprint.

How to check without this product
  The SHA-256 of each file is in seals.json. A seal's fingerprint is the SHA-256 of its canonical JSON
  (RFC 8785); its signature is Ed25519 (RFC 8032) over the same bytes. "prev" is the fingerprint of the
  seal before.

What a seal does not prove
  That every person was counted. It proves that the figures are those that were stored when the day was
  closed. Taps that arrived later make a new revision, with a seal of its own. Single taps are deleted
  90 days after closing: then ledger.csv is missing, and only its hash remains.

------------------------------------------------------------------------------------------------------

BELEGE EINES VERANSTALTUNGSTAGS

In diesem Ordner
  report.de.html  der Bericht des Tages; im Browser öffnen, drucken oder als PDF speichern
  report.en.html  derselbe auf Englisch
  report.json     die Zahlen des Tages, für Programme
  ledger.csv      jede einzelne Zählung, in der Reihenfolge des Servers
  journal.csv     Rücksetzungen, Nachzählungen, Änderungen und Warnungen des Tages
Neben diesem Ordner
  seals.json      die Siegel aller abgeschlossenen Tage, jedes mit den Hashes dieser Dateien und des
                  vorigen Siegels
  keys.json       die öffentlichen Schlüssel, mit denen die Siegel unterschrieben sind

Wie viele Personen zu einem Zeitpunkt drinnen waren
  Die Tabelle am Ende des Berichts nennt die tiefste und die höchste Zahl von je fünf Minuten. Auf die
  Sekunde: Zählen Sie "change" aller Zeilen von ledger.csv zusammen, deren Zählungen bis dahin gemacht
  wurden, für das Gesamte ohne Zeilen mit other_area_id, ab "Am Anfang" im Bericht. Eine Rücksetzung oder
  Nachzählung in journal.csv setzt einen Bereich auf ihr "after".

Die Spalten von ledger.csv
  change          um wie viele Personen jede Zählung den Bereich ändert; negativ bei Austritten
  taps            wie viele gleiche Zählungen die Zeile hat
  in, out         Ein- und Austritte der Zeile; negativ, wo eine Zählung zurückgenommen wurde
  floored         Austritte, obwohl niemand mehr da war
  adjusted        Personen verspäteter Zählungen, die eine Rücksetzung oder Nachzählung schon enthielt
  undoes          die Zählung desselben Geräts, die diese zurücknimmt
  device_time     wann die erste Zählung gemacht wurde; tap_offsets_ms: alle, in ms danach
  server_time     wann sie ankam; die Zeilen stehen in der Reihenfolge des Servers, verspätete also später
  occupancy       Personen im Bereich nach der Zeile, in der Reihenfolge des Servers
Eine Datei mit nur einer Zeile hat keine Einträge: journal.csv ohne weitere Zeilen heißt, dass an dem Tag
nichts zurückgesetzt, nachgezählt, geändert oder gewarnt wurde.

So prüfen Sie, dass nichts geändert wurde
  1. Öffnen Sie die Seite /verify der Installation, die gezählt hat, oder einer anderen von Headroom.
     Ein Konto ist nicht nötig. Die Dateien bleiben auf Ihrem Rechner.
  2. Wählen Sie diese ZIP-Datei. Die Seite sagt, welche Datei, welcher Tag oder welches Siegel geändert
     wurde.
  3. Geben Sie den Fingerabdruck ein, der beim Abschluss des Tages das Haus verließ: Er steht auf dem
     damals gedruckten Bericht und in der Mail an den Veranstalter. Wer den Schlüssel hat, könnte später
     eine andere Kette von Siegeln unterschreiben, aber keine mit diesem Fingerabdruck.

So prüfen Sie ohne dieses Produkt
  Der SHA-256 jeder Datei steht in seals.json. Der Fingerabdruck eines Siegels ist der SHA-256 seines
  kanonischen JSON (RFC 8785); seine Unterschrift ist Ed25519 (RFC 8032) über dieselben Bytes. "prev" ist
  der Fingerabdruck des vorigen Siegels.

Was ein Siegel nicht beweist
  Dass jede Person gezählt wurde. Es beweist, dass die Zahlen die sind, die beim Abschluss des Tages
  gespeichert wurden. Was später eintrifft, ergibt eine neue Fassung mit eigenem Siegel. Einzelne Zählungen
  werden 90 Tage nach dem Abschluss gelöscht: Dann fehlt ledger.csv, und nur sein Hash bleibt.
`;
