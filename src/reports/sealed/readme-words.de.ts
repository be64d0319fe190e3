import { listed, type ReadmeWords } from './readme-words';

export const readmeWords: ReadmeWords = {
  below: 'Deutsch: siehe unten',
  day: () => `BELEGE EINES VERANSTALTUNGSTAGS

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
`,
  pack: ({ eventName, folders, verifyPage }) => `BELEGE

${eventName}

Was ist wo
${listed(folders, 'ein Veranstaltungstag: Bericht, alle Zählungen, Protokoll')}
  seals.json   die Siegel aller abgeschlossenen Tage bis zum letzten dieser Tage: je eines, mit den Hashes
               seiner Dateien und des vorigen Siegels
  keys.json    die öffentlichen Schlüssel, mit denen die Siegel unterschrieben sind
  SHA256SUMS   der SHA-256 jeder Datei außer ihr selbst
Eine Fassung (revision) über 1 heißt, dass nach dem Abschluss des Tages noch Zählungen eintrafen. Von einem Tag,
dessen Zahlen nicht mehr aufbewahrt werden, ist nur das Siegel hier. Zum Lesen eines Tages öffnen Sie
report.de.html in seinem Ordner.

Wie viele Personen zu einer Uhrzeit drinnen waren
  Öffnen Sie ${verifyPage}
  wählen Sie die ZIP-Datei, und geben Sie unter dem Ergebnis die Uhrzeit ein.
  Von Hand: README.txt jedes Tages sagt, wie. Eine Zeile von ledger.csv, deren change 0 ist, ist keine Zählung. Ihr
  floored ist kleiner als 0: Personen waren als Austritt gezählt, als niemand mehr da war, und dann kam ihr Eintritt
  verspätet an.

So prüfen Sie, dass nichts geändert wurde
  1. Öffnen Sie ${verifyPage}
     Ein Konto ist nicht nötig, und die ZIP-Datei bleibt auf Ihrem Rechner.
  2. Wählen Sie die ZIP-Datei. Die Seite nennt jede Datei und sagt, welche Datei, welcher Tag oder welches
     Siegel geändert wurde.
  3. Geben Sie den Fingerabdruck von außen ein, wenn Sie einen haben: Er steht auf dem Bericht, der beim
     Abschluss des Tages gedruckt wurde, und in der Mail an den Veranstalter. Nur mit ihm müssen Sie denen
     nicht vertrauen, die den Schlüssel der Siegel haben.

So prüfen Sie von Hand
  Entpacken Sie die ZIP-Datei, öffnen Sie im neuen Ordner eine Befehlszeile, und geben Sie ein:
    sha256sum -c SHA256SUMS            (Linux)
    shasum -a 256 -c SHA256SUMS        (macOS)
    certutil -hashfile DATEI SHA256    (Windows, für eine Datei)
  Das zeigt beschädigte Dateien. Wer eine Datei ändert, kann auch SHA256SUMS ändern: Vergleichen Sie deshalb
  die Summen mit denen in seals.json, und die Siegel mit dem Fingerabdruck. README.txt jedes Tages sagt, wie.
`,
};
