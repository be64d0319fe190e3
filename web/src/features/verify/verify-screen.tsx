import { type FormEvent, useId, useState } from 'react';
import { readFingerprint } from '../../../../src/shared/sealed/fingerprint';
import { type EvidenceKey, EvidenceKeysSchema } from '../../../../src/shared/sealed/schemas';
import { callApi } from '../../api/api-client';
import { verifyTexts } from '../../texts/verify-texts';
import { BrandHeader } from '../../ui/brand-header';
import { Button } from '../../ui/button';
import { controlClass, Field } from '../../ui/forms/field';
import { TextField } from '../../ui/forms/text-field';
import { Notice } from '../../ui/notice';
import { PageTitle } from '../../ui/page-title';
import { Preferences } from '../../ui/preferences/preferences';
import { RefusedPack } from './archive';
import { checkPack, type PackCheck } from './check-pack';
import { type PackFiles, readPack } from './read-pack';
import { VerifyResult } from './verify-result';

/** Returns the public keys of this installation; null if it cannot be reached. The pack itself is sent nowhere. */
async function fetchInstallationKeys(): Promise<readonly EvidenceKey[] | null> {
  try {
    return (await callApi('/api/evidence-keys', EvidenceKeysSchema, { sparesSession: true })).keys;
  } catch (error) {
    console.warn('The public keys could not be loaded', error);
    return null;
  }
}

/** The screen of /verify: checks an evidence pack on this device, without an account. */
export function VerifyScreen() {
  const words = verifyTexts.verify;
  return (
    <div className="safe-x safe-top safe-bottom mx-auto flex min-h-dvh w-full max-w-2xl flex-col">
      <PageTitle title={words.title} />
      <BrandHeader />
      <main className="grid flex-1 content-start gap-6 pt-4 pb-10">
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{words.title}</h1>
        <p className="text-muted text-pretty">{words.lead}</p>
        {/* Browsers offer WebCrypto only on pages that nobody on the way can have changed. */}
        {'subtle' in crypto ? <VerifyForm /> : <Notice tone="bad">{words.insecure}</Notice>}
      </main>
      <footer className="-ms-1">
        <Preferences />
      </footer>
    </div>
  );
}

type Outcome =
  | { type: 'none' }
  | { type: 'checking' }
  | { type: 'failed'; text: string }
  | { type: 'done'; check: PackCheck; files: PackFiles };

function VerifyForm() {
  const words = verifyTexts.verify;
  const hintId = useId();
  const [file, setFile] = useState<File | null>(null);
  const [typed, setTyped] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ type: 'none' });
  const fingerprint = readFingerprint(typed);
  const isWrong = fingerprint === null && outcome.type === 'failed';

  async function check(event: FormEvent) {
    event.preventDefault();
    if (file === null) return setOutcome({ type: 'failed', text: words.noFile });
    if (fingerprint === null) return setOutcome({ type: 'failed', text: words.fingerprintInvalid });
    setOutcome({ type: 'checking' });
    try {
      const [files, installationKeys] = await Promise.all([readPack(file), fetchInstallationKeys()]);
      setOutcome({ type: 'done', check: await checkPack(files, { installationKeys, fingerprint }), files });
    } catch (error) {
      console.warn('The pack could not be read', error);
      setOutcome({ type: 'failed', text: words.refused[error instanceof RefusedPack ? error.refusal : 'damaged'] });
    }
  }

  return (
    <>
      <form onSubmit={(event) => void check(event)} className="grid gap-5" noValidate>
        <Field label={words.file}>
          {(id) => (
            <input
              id={id}
              type="file"
              accept=".zip,application/zip"
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null);
                setOutcome({ type: 'none' });
              }}
              className={`${controlClass(outcome.type === 'failed' && !isWrong)} p-2.5 file:me-3 file:min-h-8 file:rounded-full file:border-0 file:bg-sunken-strong file:px-4 file:font-semibold file:text-ink`}
            />
          )}
        </Field>
        <div className="grid gap-1.5">
          <TextField
            label={words.fingerprint}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            invalid={isWrong}
            aria-describedby={hintId}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
          <p id={hintId} className="text-sm text-pretty text-muted">
            {words.fingerprintHint}
          </p>
        </div>
        <Button type="submit" busy={outcome.type === 'checking'} className="min-h-14 text-lg">
          {outcome.type === 'checking' ? words.checking : words.check}
        </Button>
      </form>
      {outcome.type === 'failed' && <Notice tone="bad">{outcome.text}</Notice>}
      {outcome.type === 'done' && <VerifyResult check={outcome.check} files={outcome.files} />}
    </>
  );
}
