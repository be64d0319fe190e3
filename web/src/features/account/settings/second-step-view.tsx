import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SecondStep } from '../../../../../src/shared/schemas/second-step';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { secondStepTexts } from '../../../texts/second-step-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/forms/form';
import { useForm } from '../../../ui/forms/use-form';
import { Loaded } from '../../../ui/loaded';
import { Notice } from '../../../ui/notice';
import { CodeField } from '../../auth/second-step/code-field';
import { RecoveryCodes } from '../../auth/second-step/recovery-codes';
import { SetUpForm } from '../../auth/second-step/set-up-form';
import { DemandedPasswordField, useDemandedPassword } from '../demanded-password';
import { momentWithYear } from '../moment-with-year';
import { endSecondStep, readSecondStep, SECOND_STEP_KEY, setSecondStep } from '../second-step-api';
import { MembersSteps } from './members-steps';

/** Shows the second step of the user's login, with the ways to set it up and to end it; owners can demand it of all. */
export function SecondStepView({ user }: { user: User }) {
  const query = useQuery<SecondStep>({
    queryKey: SECOND_STEP_KEY,
    queryFn: ({ signal }) => readSecondStep(signal),
    staleTime: 0,
  });
  const { username } = user;
  return (
    <Loaded isPart query={query} failedText={secondStepTexts.own.loadFailed}>
      {({ isSetUp, recoveryCodesLeft, isDemanded, endsAt }) => (
        <div className="grid gap-6">
          {endsAt !== null && <Notice tone="bad">{secondStepTexts.own.endsOn(momentWithYear(endsAt))}</Notice>}
          <OwnStep username={username} isSetUp={isSetUp} left={recoveryCodesLeft} />
          {may(user, 'members') ? (
            <MembersSteps user={user} isSetUp={isSetUp} isDemanded={isDemanded} />
          ) : (
            isDemanded && <p className="text-pretty">{secondStepTexts.own.demanded}</p>
          )}
        </div>
      )}
    </Loaded>
  );
}

interface OwnStepProps {
  username: string;
  isSetUp: boolean;
  left: number;
}

function OwnStep({ username, isSetUp, left }: OwnStepProps) {
  const { own } = secondStepTexts;
  const client = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isSettingUp, setSettingUp] = useState(false);

  /** Loads the state again. What has disappeared gives the focus to the place where it was. */
  async function reload() {
    setCodes(null);
    setSettingUp(false);
    place.current?.focus();
    await client.invalidateQueries({ queryKey: SECOND_STEP_KEY });
  }

  function content() {
    if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => void reload()} />;
    if (isSetUp) return <EndForm username={username} left={left} onDone={() => void reload()} />;
    if (isSettingUp) return <OwnSetUp username={username} onSet={setCodes} onCancel={() => setSettingUp(false)} />;
    return (
      <>
        <p className="text-pretty">{own.off}</p>
        <Button variant="quiet" onClick={() => setSettingUp(true)}>
          {own.start}
        </Button>
      </>
    );
  }
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      {content()}
    </div>
  );
}

interface OwnSetUpProps {
  username: string;
  onSet: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function OwnSetUp({ username, onSet, onCancel }: OwnSetUpProps) {
  const { setUp, failed } = secondStepTexts;
  const demanded = useDemandedPassword(failed);
  return (
    <SetUpForm
      username={username}
      submitText={setUp.submit}
      busyText={setUp.busy}
      failed={demanded.failed}
      onSubmit={(made) => demanded.confirmed(async () => onSet(await setSecondStep(made)))}
      cancelText={texts.common.cancel}
      onCancel={onCancel}
    >
      {(form) => <DemandedPasswordField demanded={demanded} username={username} form={form} />}
    </SetUpForm>
  );
}

interface EndFormProps {
  username: string;
  left: number;
  onDone: () => void;
}

function EndForm({ username, left, onDone }: EndFormProps) {
  const { own, failed, recoveryCode, code: codeLabel } = secondStepTexts;
  const [isRecovery, setRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const demanded = useDemandedPassword(failed);
  const { typed, edit, ...form } = useForm({ code: '' }, demanded.failed);
  const isWrong = form.error !== null && !demanded.isRefused;
  useEffect(() => {
    if (isWrong) field.current?.focus();
  }, [isWrong]);
  return (
    <Form
      form={form}
      submitText={own.end}
      busyText={own.ending}
      onSubmit={() => form.submit(() => demanded.confirmed(() => endSecondStep(typed.code)), onDone)}
    >
      <p className="text-pretty">{own.on(left)}</p>
      <p className="text-sm text-muted text-pretty">{own.endLead}</p>
      <CodeField
        ref={field}
        code={typed.code}
        onChange={(code) => edit({ code })}
        isRecovery={isRecovery}
        invalid={isWrong}
      />
      <Button
        variant="plain"
        onClick={() => setRecovery(!isRecovery)}
        className="justify-self-start underline underline-offset-4"
      >
        {isRecovery ? codeLabel : recoveryCode}
      </Button>
      <DemandedPasswordField demanded={demanded} username={username} form={form} />
    </Form>
  );
}
