import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiKey, CreatedApiKey } from '../../../../../src/shared/keys/schemas';
import { DAY_MS } from '../../../../../src/shared/durations';
import { KEY_ENDS_SOON_DAYS } from '../../../../../src/shared/keys/limits';
import { keyTexts } from '../../../texts/key-texts';
import { inLocale } from '../../../texts/texts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { CopiedSecret } from '../../../ui/clipboard/copied-secret';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { momentWithYear } from '../moment-with-year';
import { Loaded } from '../../../ui/loaded';
import { KeyForm } from './key-form';
import { API_KEYS_KEY, revokeApiKey, useApiKeys } from './keys-api';
import { RenewalForm } from './renewal-form';

/** What is shown: the list, the form of a new key or of a renewal, or a key that was just created or renewed. */
type Shown =
  | { type: 'list' }
  | { type: 'form' }
  | { type: 'renewal'; key: ApiKey }
  | { type: 'created'; key: CreatedApiKey };

/** The API keys of the account. */
export function KeysView({ username }: { username: string }) {
  const [shown, setShown] = useState<Shown>({ type: 'list' });
  const client = useQueryClient();
  const showList = () => setShown({ type: 'list' });

  function showCreated(key: CreatedApiKey) {
    setShown({ type: 'created', key });
    void client.invalidateQueries({ queryKey: API_KEYS_KEY });
  }

  if (shown.type === 'form') return <KeyForm username={username} onCreated={showCreated} onCancel={showList} />;
  if (shown.type === 'created') return <CreatedKey apiKey={shown.key} onDone={showList} />;
  if (shown.type === 'renewal')
    return <RenewalForm apiKey={shown.key} username={username} onRenewed={showCreated} onCancel={showList} />;
  return <KeyList onAdd={() => setShown({ type: 'form' })} onRenew={(key) => setShown({ type: 'renewal', key })} />;
}

function CreatedKey({ apiKey: { key, overlapEndsAt }, onDone }: { apiKey: CreatedApiKey; onDone: () => void }) {
  const words = keyTexts.created;
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="grid gap-3">
      <p ref={text} tabIndex={-1} role="status" className="font-medium text-pretty outline-none">
        {words.text}
      </p>
      {overlapEndsAt !== null && <p className="text-pretty">{keyTexts.overlapEnds(momentWithYear(overlapEndsAt))}</p>}
      <CopiedSecret secret={key} words={words} failedText={keyTexts.failed} onDone={onDone} />
    </div>
  );
}

function KeyList({ onAdd, onRenew }: { onAdd: () => void; onRenew: (key: ApiKey) => void }) {
  const query = useApiKeys();
  const [asked, setAsked] = useState<ApiKey | null>(null);
  return (
    <Loaded isPart query={query} failedText={keyTexts.loadFailed}>
      {(keys) => (
        <div className="grid gap-3">
          <p className="text-muted text-pretty">{keyTexts.lead}</p>
          {keys.length === 0 && <p className="font-medium">{keyTexts.none}</p>}
          <ul className="divide-y divide-line">
            {keys.map((key) => (
              <KeyRow
                key={key.keyId}
                apiKey={key}
                now={query.dataUpdatedAt}
                onRenew={() => onRenew(key)}
                onRevoke={() => setAsked(key)}
              />
            ))}
          </ul>
          <Button onClick={onAdd} className="sm:justify-self-start">
            {keyTexts.add}
          </Button>
          {asked && <RevokeQuestion apiKey={asked} onClose={() => setAsked(null)} />}
        </div>
      )}
    </Loaded>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  now: number;
  onRenew: () => void;
  onRevoke: () => void;
}

function KeyRow({ apiKey, now, onRenew, onRevoke }: KeyRowProps) {
  const { name, hint, scopes, eventName, addresses, expiresAt, revokedAt, lastUsedAt, overlapEndsAt } = apiKey;
  const isOver = revokedAt !== null || Date.parse(expiresAt) <= now;
  const daysLeft = Math.floor((Date.parse(expiresAt) - now) / DAY_MS);
  const isEndingSoon = !isOver && Date.parse(expiresAt) - now <= KEY_ENDS_SOON_DAYS * DAY_MS;
  const facts = [
    eventName ?? keyTexts.allEvents,
    ...(isOver ? [] : [keyTexts.expires(days().format(new Date(expiresAt)))]),
    lastUsedAt === null ? keyTexts.unused : keyTexts.used(momentWithYear(lastUsedAt)),
  ];
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-44">
          <h3 className="font-semibold wrap-anywhere">{name}</h3>
          <p className="font-mono text-sm text-muted">{hint}…</p>
        </div>
        {isOver ? (
          <Badge tone="neutral">{revokedAt === null ? keyTexts.expired : keyTexts.revoked}</Badge>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" className="text-sm" aria-label={keyTexts.renewOf(name)} onClick={onRenew}>
              {keyTexts.renew}
            </Button>
            <Button variant="quiet" className="text-sm" aria-label={keyTexts.revokeOf(name)} onClick={onRevoke}>
              {keyTexts.revoke}
            </Button>
          </div>
        )}
      </div>
      {isEndingSoon && (
        <div>
          <Badge tone="warn">{keyTexts.endsIn(daysLeft)}</Badge>
        </div>
      )}
      <p className="text-sm">{scopes.map((scope) => keyTexts.scopes[scope]).join(' · ')}</p>
      <p className="text-sm text-muted wrap-anywhere">{facts.join(' · ')}</p>
      {!isOver && overlapEndsAt !== null && (
        <p className="text-sm text-muted">{keyTexts.overlapEnds(momentWithYear(overlapEndsAt))}</p>
      )}
      {addresses && <p className="text-sm text-muted wrap-anywhere">{keyTexts.from(addresses.join(', '))}</p>}
    </li>
  );
}

/** Asks before a key is revoked, because a door may be counted with it. */
function RevokeQuestion({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient();

  /** After a failure, the key may be revoked all the same. */
  async function revoke() {
    try {
      await revokeApiKey(apiKey.keyId);
    } finally {
      await client.invalidateQueries({ queryKey: API_KEYS_KEY });
    }
  }

  return (
    <ConfirmDialog
      title={keyTexts.revokeQuestion}
      subject={apiKey.name}
      description={keyTexts.revokeConsequence}
      confirmText={keyTexts.revoke}
      busyText={keyTexts.revoking}
      onConfirm={revoke}
      failed={keyTexts.failed}
      onClose={onClose}
    />
  );
}

const days = inLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
