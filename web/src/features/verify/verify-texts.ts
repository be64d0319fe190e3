export const verifyTexts = {
  verify: {
    title: 'Check an evidence pack',
    lead: 'This page checks whether the report of a closed day was changed. Choose the ZIP file: it stays on this device, nothing of it is sent anywhere, and no account is needed.',
    file: 'Evidence pack (ZIP file)',
    fingerprint: 'Fingerprint from outside (optional)',
    fingerprintHint:
      'From the report that was printed when the day was closed, or from the mail to the organizer. The first eight groups are enough.',
    fingerprintInvalid: 'A fingerprint has 0–9 and a–f, and at least eight groups of four.',
    check: 'Check',
    checking: 'Checking…',
    noFile: 'Choose a file first.',
    unreadable: 'This file is no evidence pack, or it is damaged.',
    insecure:
      'This browser can check nothing here: the page needs HTTPS (or localhost). Open it under an https address.',
    result: 'Result',
    verdicts: {
      good: 'Nothing was changed',
      warn: 'Nothing is wrong, but not everything could be checked',
      bad: 'Something was changed',
    },
    about: (eventName: string, days: string) => `${eventName}, ${days}`,
    tones: { good: 'In order:', warn: 'Note:', bad: 'Wrong:' },
    link: (seq: string, day: string, revision: string) => `seal ${seq} (${day}, revision ${revision})`,
    findings: {
      files_intact: (files: string) => `Files that are as they were sealed: ${files}.`,
      chain_intact: (links: string) => `The chain of seals is unbroken. Seals: ${links}.`,
      signed: (links: string) => `Seals that are signed with a key of this installation: ${links}.`,
      fingerprint_found: (link: string) =>
        `The fingerprint from outside is that of ${link}: that day and all days sealed before it are as they were then.`,
      no_fingerprint:
        'No fingerprint from outside was given. Those who hold the key could have made another chain; only a fingerprint that left the house at closing shows it.',
      unsigned: (links: string) => `Seals without a signature, because the installation had no key then: ${links}.`,
      keys_of_pack: (links: string) =>
        `Seals that are signed with a key that only the pack has: ${links}. Open this page on the installation that counted, to check the key, too.`,
      unsupported:
        'This browser cannot check signatures. Chrome 137, Firefox 129, Safari 17 and later versions can. Files and chain were checked.',
      no_files: 'The pack has no files of a day, only seals.',
      file_missing: (file: string) =>
        `${file} is not in the pack. Single taps are deleted 90 days after a day is closed, reports later: then only their hash is left.`,
      file_changed: (file: string, day: string) => `${file} is not as it was sealed for ${day}: it was changed.`,
      file_unknown: (file: string) => `${file} is in no seal: it was added or renamed.`,
      file_unreadable: (file: string) => `${file} is missing or was changed so that it cannot be read.`,
      sums_right: (files: string) => `Files that have their sum in SHA256SUMS, also those that no seal has: ${files}.`,
      sum_wrong: (file: string) => `${file} does not have its sum in SHA256SUMS: the file or that list was changed.`,
      sum_without_file: (file: string) => `SHA256SUMS names ${file}, which is not in the pack.`,
      file_without_sum: (file: string) =>
        `${file} is not in SHA256SUMS: it was added or renamed, or that list was changed.`,
      link_changed: (link: string) => `The text of ${link} was changed: it does not have its fingerprint any more.`,
      chain_broken: (link: string) =>
        `The chain breaks before ${link}: a seal before it was changed, removed or inserted.`,
      signature_wrong: (link: string) => `The signature of ${link} is not right.`,
      key_unknown: (link: string) => `The key of ${link} is neither served by this installation nor in the pack.`,
      key_changed: (kid: string) => `keys.json: a key does not have its id (${kid}): it was changed.`,
      fingerprint_unknown:
        'No seal of this pack has the fingerprint from outside: the chain was made anew after the day was closed, or the fingerprint belongs to another event or a later day.',
    },
  },
} as const;
