import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { User } from '../../../../../src/shared/schemas/user';
import { secondStepTexts } from '../../../texts/second-step-texts';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/forms/form';
import { SelectField } from '../../../ui/forms/select-field';
import { useForm } from '../../../ui/forms/use-form';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Disclosure } from '../../../ui/overlays/disclosure';
import { showToast } from '../../../ui/overlays/toasts';
import { DemandedPasswordField, useDemandedPassword } from '../demanded-password';
import { type Member, useMembers } from '../members/members-api';
import { momentWithYear } from '../moment-with-year';
import { demandSecondStep, resetSecondStep, SECOND_STEP_KEY } from '../second-step-api';

export interface MembersStepsProps {
  /** The owner who sees this. */
  user: User;
  /** Whether the owner has a second step, without which nobody can demand one. */
  isSetUp: boolean;
  isDemanded: boolean;
}

/** What owners decide about the second steps of members. */
export function MembersSteps({ user, isSetUp, isDemanded }: MembersStepsProps) {
  const { data } = useMembers(user);
  const { demand, lost } = secondStepTexts;
  const others = data?.members.filter(({ isYou }) => !isYou) ?? [];
  return (
    <>
      {(isSetUp || isDemanded) && (
        <section className="grid gap-3">
          <h3 className="font-semibold">{demand.title}</h3>
          <p className="text-pretty">{isDemanded ? demand.on : demand.off}</p>
          <Demand username={user.username} isDemanded={isDemanded} />
        </section>
      )}
      {others.length > 0 && (
        <Disclosure summary={lost.title}>{() => <Lost username={user.username} others={others} />}</Disclosure>
      )}
    </>
  );
}

interface DemandProps {
  username: string;
  isDemanded: boolean;
}

/** Demands a second step of all members, or ends that. */
function Demand({ username, isDemanded }: DemandProps) {
  const { demand, failed } = secondStepTexts;
  const client = useQueryClient();
  const demanded = useDemandedPassword(failed);
  const form = useSubmission(demanded.failed, { stays: true });
  const label = isDemanded ? demand.end : demand.start;

  async function change() {
    await demandSecondStep(!isDemanded);
    await client.invalidateQueries({ queryKey: SECOND_STEP_KEY });
  }

  return (
    <Form
      form={form}
      onSubmit={() => form.submit(() => demanded.confirmed(change))}
      actions={
        <Button type="submit" variant="quiet" busy={form.busy}>
          {form.busy ? demand.busy : label}
        </Button>
      }
    >
      <DemandedPasswordField demanded={demanded} username={username} form={form} />
    </Form>
  );
}

interface LostProps {
  username: string;
  others: readonly Member[];
}

/** Resets the second step of a member who has lost it. */
function Lost({ username, others }: LostProps) {
  const { lost, failed } = secondStepTexts;
  const field = useRef<HTMLSelectElement>(null);
  const demanded = useDemandedPassword(failed);
  const { typed, edit, ...form } = useForm({ personId: '' }, demanded.failed, { stays: true });

  async function submit() {
    const member = others.find(({ personId }) => personId === typed.personId);
    if (!member) return form.setError(lost.choose, field);
    await form.submit(() =>
      demanded.confirmed(async () => {
        const endsAt = await resetSecondStep(member.personId);
        showToast(lost.done(member.email, momentWithYear(endsAt)));
      }),
    );
  }

  return (
    <Form form={form} onSubmit={submit} submitText={lost.submit} busyText={lost.busy}>
      <p className="text-sm text-muted text-pretty">{lost.lead}</p>
      <SelectField
        ref={field}
        label={lost.member}
        placeholder=""
        options={others.map(({ personId, email }) => ({ value: personId, text: email }))}
        value={typed.personId}
        onChange={({ target }) => edit({ personId: target.value })}
      />
      <DemandedPasswordField demanded={demanded} username={username} form={form} />
    </Form>
  );
}
