import { reportFile } from '../../shared/sealed/sealing';

/** What the first file of a pack is made of. */
export interface PackFacts {
  eventName: string;
  /** The folders of the sealed days, oldest day first. */
  folders: readonly string[];
  /** The address of the page that checks a pack. */
  verifyPage: string;
}

/** A language in which a part of the file follows the English one. */
interface OtherLanguage {
  lang: string;
  /** The English name of the language. */
  englishName: string;
  readme: Pick<ReadmeWords, 'below'>;
}

/**
 * One language's part of the files README.txt. The file of a day has its hash in the seal, so these words are frozen like
 * the rest of the format.
 */
export interface ReadmeWords {
  /** Says at the top of the file, in this language, that its part is below the English one. */
  below: string;
  day: (others: readonly OtherLanguage[]) => string;
  pack: (facts: PackFacts, others: readonly OtherLanguage[]) => string;
}

/** Returns the lines that name a pack's folders. */
export const listed = (folders: readonly string[], mark: string): string =>
  folders.map((folder) => `  ${folder}/   ${mark}`).join('\n');

/** The column in which the first line names the other languages. */
const NOTE_COLUMN = 64;

function firstLine(title: string, others: readonly OtherLanguage[]): string {
  const notes = others.map(({ readme }) => `(${readme.below})`).join(' ');
  return notes === '' ? title : title.padEnd(NOTE_COLUMN) + notes;
}

export const readmeWords: ReadmeWords = {
  below: '',
  day: (others) => `${firstLine('EVIDENCE OF ONE BUSINESS DAY', others)}

What is in this folder
  report.en.html  the day's report; open it in a browser, print it or save it as PDF
${others.map((other) => `  ${reportFile(other.lang)}  the same in ${other.englishName}\n`).join('')}  report.json     the figures of the day, for programs
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
`,
  pack: ({ eventName, folders, verifyPage }, others) => `${firstLine('EVIDENCE PACK', others)}

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
`,
};
