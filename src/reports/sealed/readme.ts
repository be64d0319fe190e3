/** The file README.txt of each sealed day. Its hash is in the seal, so this text is frozen like the rest of the format. */
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
  1. Open the page /verify. Its full address is in the README.txt beside this folder.
  2. Choose the ZIP file, and enter the time below the result: the page adds up the files of this folder.
  By hand: the last tables of the report have the lowest and the highest number of each five minutes. For a
  second and one area: start with "At start" in the report, or with "after" of the area's last reset or
  recount in journal.csv by then. Add "change" once for each tap that was made since and by then (a line has
  as many taps as "taps" says, at device_time plus each of tap_offsets_ms), and "floored". Leave out lines
  that take back a tap from before that reset or recount. The venue is the sum of the areas not deleted.

The columns of ledger.csv
  change          by how many people each tap changes the area; negative for people who leave
  taps            how many equal taps of one device the line has, all within a minute
  in, out         people in and out in all taps of the line: in less out is change times taps; negative
                  where a tap was taken back
  floored         people counted out although nobody was left
  adjusted        people of late taps, and of taps taken back, that a reset or recount had counted already
  other_area_id   for people who move to or from another area; such a move has two lines
  undoes          the tap of the same device that this one takes back
  client_id       the device, for as long as its page was open; report.json does not have it
  device_time     when the first tap was made; tap_offsets_ms: when each tap was made, in ms after it
  server_time     when the first tap arrived
  occupancy       people in the area after the line's last tap, in the order of counting
  category_id     the kind of person, such as a child, that the tap named, and category_name: its name at the
                  end of the day; empty for none
Lines are in the order in which the server counted them. That is the order of id and of server_time; taps
that arrived late come later than their device_time.
A file with only its first line has no entries. With journal.csv this means that on this day nobody reset,
recounted or set anything, and no alert was raised. What was set on an earlier day is in the journal of
that day; the limits and capacities in force are in the report.

How to check that nothing was changed
  1. Open the page /verify of the installation that counted (the README.txt beside this folder has its full
     address). With the fingerprint (see 3), any other installation of Headroom will do. No account is
     needed. The files stay on your computer.
  2. Choose this ZIP file. The page names each file, says which file, day or seal was changed, if any, and
     where a changed ledger.csv or report.json does not add up.
  3. Type the fingerprint that left the house when the day was closed: it stands on the report that was
     printed then, and in the mail to the organizer. Whoever holds the key could sign another chain of
     seals later, but none with this fingerprint.

How to check without this product
  The SHA-256 of each file is in seals.json. A seal's fingerprint is the SHA-256 of its canonical JSON
  (RFC 8785); its signature is Ed25519 (RFC 8032) over the same bytes, by the key in keys.json whose "kid"
  it names (RFC 7638). Ask the installation for its keys: anybody can put one into the pack. A seal without a
  signature proves nothing, unless a later seal is signed or has the fingerprint that left the house. "prev"
  is the fingerprint of the seal before. "contents" says what the files are made of: the languages of the
  report, the columns of each table, how journal.csv calls those who acted, and the kinds of its entries.

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
  1. Öffnen Sie die Seite /verify. Ihre volle Adresse steht in der README.txt neben diesem Ordner.
  2. Wählen Sie die ZIP-Datei, und geben Sie unter dem Ergebnis die Uhrzeit ein: Die Seite zählt die Dateien
     dieses Ordners zusammen.
  Von Hand: Die letzten Tabellen des Berichts nennen die tiefste und die höchste Zahl von je fünf Minuten.
  Auf die Sekunde für einen Bereich: Beginnen Sie mit "Am Anfang" im Bericht oder mit "after" seiner bis
  dahin letzten Rücksetzung oder Nachzählung in journal.csv. Zählen Sie "change" einmal für jede Zählung
  hinzu, die seither und bis dahin gemacht wurde (eine Zeile hat so viele, wie "taps" sagt, zu device_time
  plus je einem Wert von tap_offsets_ms), und "floored". Lassen Sie Zeilen weg, die eine Zählung von davor
  zurücknehmen. Das Gesamte ist die Summe der Bereiche, die nicht gelöscht sind.

Die Spalten von ledger.csv
  change          um wie viele Personen jede Zählung den Bereich ändert; negativ bei Austritten
  taps            wie viele gleiche Zählungen eines Geräts die Zeile hat, alle innerhalb einer Minute
  in, out         Ein- und Austritte der Zeile: in minus out ist change mal taps; negativ, wo eine Zählung
                  zurückgenommen wurde
  floored         Austritte, obwohl niemand mehr da war
  adjusted        Personen verspäteter oder zurückgenommener Zählungen, die eine Rücksetzung oder
                  Nachzählung schon enthielt
  other_area_id   bei Wechseln von oder zu einem anderen Bereich; ein Wechsel hat zwei Zeilen
  undoes          die Zählung desselben Geräts, die diese zurücknimmt
  client_id       das Gerät, solange seine Seite offen war; report.json hat diese Kennung nicht
  device_time     wann die erste Zählung gemacht wurde; tap_offsets_ms: wann jede, in ms danach
  server_time     wann die erste Zählung ankam
  occupancy       Personen im Bereich nach der letzten Zählung der Zeile, in der Reihenfolge des Servers
  category_id     die Art der Person, etwa ein Kind, die bei der Zählung angegeben wurde, und category_name:
                  ihr Name am Ende des Tages; sonst leer
Die Zeilen stehen in der Reihenfolge, in der der Server zählte. Das ist die von id und server_time;
verspätete Zählungen stehen später, als ihre device_time sagt.
Eine Datei mit nur einer Zeile hat keine Einträge. Bei journal.csv heißt das, dass an diesem Tag nichts
zurückgesetzt, nachgezählt oder eingestellt wurde und keine Warnung kam. Was an einem früheren Tag
eingestellt wurde, steht in dessen Protokoll; die gültigen Grenzwerte und Kapazitäten stehen im Bericht.

So prüfen Sie, dass nichts geändert wurde
  1. Öffnen Sie die Seite /verify der Installation, die gezählt hat (die README.txt neben diesem Ordner nennt
     ihre volle Adresse). Mit dem Fingerabdruck (siehe 3) genügt auch eine andere von Headroom. Ein Konto ist
     nicht nötig. Die Dateien bleiben auf Ihrem Rechner.
  2. Wählen Sie diese ZIP-Datei. Die Seite nennt jede Datei und sagt, welche Datei, welcher Tag oder welches
     Siegel geändert wurde, und wo eine geänderte ledger.csv oder report.json nicht aufgeht.
  3. Geben Sie den Fingerabdruck ein, der beim Abschluss des Tages das Haus verließ: Er steht auf dem
     damals gedruckten Bericht und in der Mail an den Veranstalter. Wer den Schlüssel hat, könnte später
     eine andere Kette von Siegeln unterschreiben, aber keine mit diesem Fingerabdruck.

So prüfen Sie ohne dieses Produkt
  Der SHA-256 jeder Datei steht in seals.json. Der Fingerabdruck eines Siegels ist der SHA-256 seines
  kanonischen JSON (RFC 8785); seine Unterschrift ist Ed25519 (RFC 8032) über dieselben Bytes, mit dem
  Schlüssel aus keys.json, dessen "kid" es nennt (RFC 7638). Fragen Sie die Installation nach ihren
  Schlüsseln: Einen in die Datei legen kann jeder. Ein Siegel ohne Unterschrift beweist nur etwas, wenn ein
  späteres unterschrieben ist oder den Fingerabdruck hat, der das Haus verließ. "prev" ist der Fingerabdruck
  des vorigen Siegels. "contents" sagt, woraus die Dateien bestehen: die Sprachen des Berichts, die Spalten
  jeder Tabelle, wie journal.csv die Handelnden nennt, und die Arten seiner Einträge.

Was ein Siegel nicht beweist
  Dass jede Person gezählt wurde. Es beweist, dass die Zahlen die sind, die beim Abschluss des Tages
  gespeichert wurden. Was später eintrifft, ergibt eine neue Fassung mit eigenem Siegel. Einzelne Zählungen
  werden 90 Tage nach dem Abschluss gelöscht: Dann fehlt ledger.csv, und nur sein Hash bleibt.
`;
