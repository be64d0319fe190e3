/** What the first file of a pack is made of. */
export interface PackFacts {
  eventName: string;
  /** The folders of the sealed days, oldest day first. */
  folders: readonly string[];
  /** The address of the page that checks a pack. */
  verifyPage: string;
}

const listed = (folders: readonly string[], mark: string): string =>
  folders.map((folder) => `  ${folder}/   ${mark}`).join('\n');

/** Returns the file README.txt at the top of a pack: what is where, and how to check it. No seal has it. */
export const packReadme = ({
  eventName,
  folders,
  verifyPage,
}: PackFacts): string => `EVIDENCE PACK                                                   (Deutsch: siehe unten)

${eventName}

What is where
${listed(folders, 'a business day: its report, all taps, the journal')}
  seals.json   the seals of all closed days up to the last of these days: one for each, with the hashes of its
               files and of the seal before
  keys.json    the public keys with which the seals were signed
  SHA256SUMS   the SHA-256 of every file of this pack but itself
A number of a revision above 1 means that taps arrived after the day had been closed. Of a day whose figures
are no longer kept, only the seal is here. To read a day, open report.en.html in its folder.

How many people were inside at a certain time
  Open ${verifyPage}
  choose the ZIP file, and enter the time below the result.
  By hand: README.txt of each day says how. A line of ledger.csv whose change is 0 is no tap. Its floored is less
  than 0: people had been counted out although nobody was left, and then their entry arrived late.

How to check that nothing was changed
  1. Open ${verifyPage}
     No account is needed, and the ZIP file stays on your computer.
  2. Choose the ZIP file. The page names each file, and says which file, day or seal was changed, if any.
  3. Type the fingerprint from outside, if you have one: it stands on the report that was printed when the
     day was closed, and in the mail to the organizer. Only with it you need not trust those who hold the
     key of the seals.

How to check by hand
  Unpack the ZIP file, open a command line in the new folder, and enter
    sha256sum -c SHA256SUMS            (Linux)
    shasum -a 256 -c SHA256SUMS        (macOS)
    certutil -hashfile FILE SHA256     (Windows, for one file)
  This shows damaged files. Whoever changes a file can change SHA256SUMS as well, so compare the sums with
  those in seals.json, and the seals with the fingerprint: README.txt of each day says how.

------------------------------------------------------------------------------------------------------

BELEGE

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
`;
