export const verifyTexts = {
  verify: {
    title: 'Is an evidence pack unchanged?',
    lead: 'This page checks whether the report of a closed day was changed. Choose the ZIP file: it stays on this device, nothing of it is sent anywhere, and no account is needed.',
    file: 'Evidence pack (ZIP file)',
    fingerprint: 'Fingerprint from outside (optional)',
    fingerprintHint:
      'From the report that was printed when the day was closed, or from the mail to the organizer. The first eight groups are enough.',
    fingerprintInvalid: 'A fingerprint has 0–9 and a–f, and at least eight groups of four.',
    check: 'Check this file',
    checking: 'Checking…',
    noFile: 'Choose a file first.',
    refused: {
      damaged: 'This file is no evidence pack, or it is damaged.',
      too_large:
        'This file holds more than an evidence pack can: more files, or far more data than its size. It was not unpacked. No installation has made it like this.',
      name_twice:
        'This file holds two files of one name, of which other programs would show the other one. It was not checked. No installation has made it like this.',
    },
    insecure:
      'This browser can check nothing here: the page needs HTTPS (or localhost). Open it under an https address.',
    result: 'Result',
    verdicts: {
      good: 'Nothing of what was sealed was changed',
      warn: 'Nothing is wrong, but not everything could be checked',
      by_fingerprint: 'Only the fingerprint vouches for these files',
      unvouched: 'Nobody vouches for these files',
      bad: 'Something was changed',
    },
    more: (left: string) => `And ${left} more.`,
    venue: 'Venue',
    about: (eventName: string, days: string) => `${eventName}, ${days}`,
    tones: { good: 'In order:', warn: 'Note:', bad: 'Wrong:' },
    link: (seq: string, day: string, revision: string) => `seal ${seq} (${day}, revision ${revision})`,
    findings: {
      chain_intact: (links: string) => `The chain of seals is unbroken. Seals: ${links}.`,
      signed: (links: string) => `Seals that are signed with a key of this installation: ${links}.`,
      fingerprint_found: (link: string) =>
        `The fingerprint from outside is that of ${link}: that seal and all before it are as they were then.`,
      no_fingerprint:
        'No fingerprint from outside was given. Those who hold the key could have made another chain; only a fingerprint that left the house at closing shows it.',
      signed_later: (links: string) =>
        `Seals without a signature, from before this installation had a key: ${links}. The signed seals after them contain them: nothing in them was changed since the first of those was signed.`,
      by_fingerprint: (links: string) =>
        `Seals that no key of this installation has signed: ${links}. Only the fingerprint from outside vouches for them. It does if it did not come together with this file.`,
      unsigned: (links: string) =>
        `Seals without a signature: ${links}. This installation has no key, so anybody can have made them. Only a fingerprint from outside can vouch for them.`,
      unsigned_here: (links: string) =>
        `Seals without a signature: ${links}. This installation signs its seals: they are from before it had a key, or somebody else has made them. A fingerprint from outside tells, or a pack with a later day.`,
      keys_of_pack: (links: string) =>
        `Seals that are signed with a key that only the pack has: ${links}. Anybody can make such a key. Open this page on the installation that counted, to check the key, too.`,
      keys_unreachable: 'The keys of this installation could not be loaded. Check again when it can be reached.',
      unsupported:
        'This browser cannot check signatures. Chrome 137, Firefox 129, Safari 17 and later versions can. Files and chain were checked.',
      no_files: 'The pack has no files of a day, only seals.',
      file_missing: (file: string) =>
        `${file} is not in the pack. Single taps are deleted 90 days after a day is closed, reports later: then only their hash is left.`,
      file_changed: (file: string, day: string) => `${file} is not as it was sealed for ${day}: it was changed.`,
      file_unknown: (file: string) => `${file} is in no seal: it was added or renamed.`,
      file_unreadable: (file: string) => `${file} is missing or was changed so that it cannot be read.`,
      sums_right:
        'The list SHA256SUMS fits all files. It and README.txt beside it are in no seal: alone, they would prove nothing.',
      sums_changed:
        'The list SHA256SUMS fits the changed files: it was changed, too. It is in no seal and proves nothing.',
      sum_wrong: (file: string) => `${file} does not have its sum in SHA256SUMS: the file or that list was changed.`,
      sum_without_file: (file: string) => `SHA256SUMS names ${file}, which is not in the pack.`,
      file_without_sum: (file: string) =>
        `${file} is not in SHA256SUMS: it was added or renamed, or that list was changed.`,
      seal_newer: (place: string) =>
        `Seal number ${place} in seals.json is of a later version than this page can read, so nothing was checked. Open this page again on the installation that made the pack.`,
      seal_unreadable: (place: string) =>
        `Seal number ${place} in seals.json was changed: no seal has such a form, day or time.`,
      zone_unknown: (link: string, timeZone: string) =>
        `The time zone of ${link} does not exist: ${timeZone}. The seal was changed, or this browser is older than the zone.`,
      link_changed: (link: string) => `The text of ${link} was changed: it does not have its fingerprint any more.`,
      chain_broken: (link: string) =>
        `The chain breaks before ${link}: a seal before it was changed, removed or inserted.`,
      signature_wrong: (link: string) => `The signature of ${link} is not right.`,
      signature_missing: (link: string) =>
        `There is no signature of ${link}, though this installation has signed a seal before it: it was added or changed.`,
      key_of_pack: (link: string) =>
        `The key of ${link} is one that only the pack has, though this installation has signed other seals of the chain: it was added or changed.`,
      key_unknown: (link: string) => `The key of ${link} is neither served by this installation nor in the pack.`,
      key_changed: (kid: string) => `keys.json: a key does not have its id (${kid}): it was changed.`,
      fingerprint_unknown:
        'No seal of this pack has the fingerprint from outside: it was mistyped, it belongs to another event or a later day, or the chain was made anew after the day was closed.',
    },
    files: {
      title: (day: string) => `The files of ${day}`,
      sealed: (file: string) => `${file}: as it was sealed`,
      changed: (file: string) => `${file}: changed, not as it was sealed`,
      missing: (file: string) => `${file}: not in the pack`,
    },
    faults: {
      title: (day: string) => `Where ledger.csv and report.json of ${day} do not add up`,
      none: 'Nowhere: people in and out add up in the changed file and with the other one. Peaks and times above are not computed here. That does not make it right.',
      line: (line: string, id: string) => `ledger.csv, line ${line} (id ${id})`,
      unreadable: (line: string) => `ledger.csv, line ${line}: it cannot be read.`,
      change: (line: string, counted: string, expected: string) =>
        `${line}: in minus out is ${counted}, but change times taps is ${expected}.`,
      seqs: (line: string, counted: string, expected: string) =>
        `${line}: first_seq to last_seq are ${counted} taps, but taps says ${expected}.`,
      times: (line: string, counted: string, expected: string) =>
        `${line}: tap_offsets_ms has the times of ${counted} taps, but taps says ${expected}.`,
      order: (line: string) => `${line}: its id is not above that of the line before.`,
      columns: { in: 'in', out: 'out', floored: 'out at zero' },
      sum: (name: string, column: string, report: string, ledger: string) =>
        `${name}, ${column}: report ${report}, ledger ${ledger}.`,
      lines: (report: string, ledger: string) => `Lines of the ledger: report ${report}, ledger ${ledger}.`,
    },
    moment: {
      title: 'How many people were inside at a moment?',
      lead: (timeZone: string) =>
        `Added up here from the pack's ledger.csv, journal.csv and report.json: each tap from its own moment on; a time is the beginning of its second. Times by the clocks in ${timeZone}.`,
      day: 'Business day',
      time: 'Time of day',
      show: 'Show',
      incomplete: 'Please enter a time, such as 23:42:00.',
      skipped: 'The clocks of that day never showed this time.',
      missing: (file: string) =>
        `${file} of that day is not in the pack. The last table of the report has the lowest and the highest number of each five minutes.`,
      unreadable: 'The files of that day cannot be read: they were changed.',
      changed: (files: string) => `This answer rests on changed data, not on what was sealed: ${files}.`,
      people: (moment: string, people: string) => `${moment}: ${people} inside`,
      peopleWithStaff: (sentence: string, all: string, staff: string) => `${sentence}, ${all} with ${staff} staff`,
      table: 'The areas at this moment',
      area: 'Area',
      inside: 'Inside',
      withStaff: 'With staff',
      limitKinds: { license: 'License', fire: 'Fire safety' },
      limit: (name: string, kind: string, capacity: string, result: string) =>
        `${name}, ${kind}: ${capacity} allowed, ${result}.`,
      above: 'exceeded',
      kept: 'kept',
    },
  },
} as const;
