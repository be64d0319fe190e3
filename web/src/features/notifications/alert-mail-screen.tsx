import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isRefusal, ownMessage } from '../../api/api-client';
import { notificationTexts } from '../../texts/notification-texts';
import { BrandMark } from '../../ui/brand-mark';
import { Button } from '../../ui/button';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { PageTitle } from '../../ui/page-title';
import { answerMailLink } from './recipients-api';

/**
 * The page that a link in a mail opens: the holder of the address agrees to alerts, or leaves. Only the button does it,
 * because programs that check mails open their links.
 */
export function AlertMailScreen({ what }: { what: 'confirm' | 'leave' }) {
  const words = notificationTexts.mails;
  const token = useLocation().hash.slice(1);
  const [isDone, setIsDone] = useState(false);
  const { busy, error, submit } = useSubmission((failure) =>
    isRefusal(failure, 'not_found') ? words.invalid : ownMessage(failure, words.failed),
  );
  const isLeaving = what === 'leave';
  const title = isLeaving ? words.leaveTitle : words.confirmTitle;
  const press = () =>
    submit(
      () => answerMailLink(token, what),
      () => setIsDone(true),
    );
  return (
    <main className="safe-x safe-top safe-bottom mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-5 py-10">
      <PageTitle title={title} />
      <BrandMark size={44} />
      <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
      {isDone ? (
        <Notice tone="good">{isLeaving ? words.left : words.confirmed}</Notice>
      ) : (
        <>
          <p className="text-muted text-pretty">{isLeaving ? words.leaveText : words.confirmText}</p>
          {token === '' && <Notice tone="bad">{words.incomplete}</Notice>}
          {error && <Notice tone="bad">{error}</Notice>}
          {token !== '' && (
            <Button busy={busy} onClick={() => void press()}>
              {busy ? words.busy : isLeaving ? words.leave : words.confirm}
            </Button>
          )}
        </>
      )}
    </main>
  );
}
