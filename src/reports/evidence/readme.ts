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
