import {
  type NewSecondStep,
  RecoveryCodesSchema,
  type SecondStep,
  SecondStepResetSchema,
  SecondStepSchema,
} from '../../../../src/shared/schemas/second-step';
import { SuccessSchema } from '../../../../src/shared/schemas/success';
import { callApi, ended } from '../../api/api-client';

const OWN = '/api/users/second-step';
export const SECOND_STEP_KEY = ['second-step'] as const;

export const readSecondStep = (signal: AbortSignal): Promise<SecondStep> => callApi(OWN, SecondStepSchema, { signal });

/** Sets the second step up. Returns its recovery codes, which the server does not tell again. */
export async function setSecondStep(made: NewSecondStep): Promise<string[]> {
  return (await callApi(OWN, RecoveryCodesSchema, { method: 'PUT', body: made })).recoveryCodes;
}

export async function endSecondStep(code: string): Promise<void> {
  await ended(callApi(OWN, SuccessSchema, { method: 'DELETE', body: { code } }));
}

/** Has a member's lost second step end. Returns when it does, as ISO 8601. */
export async function resetSecondStep(personId: string): Promise<string> {
  const path = `/api/members/${encodeURIComponent(personId)}/second-step`;
  return (await callApi(path, SecondStepResetSchema, { method: 'DELETE' })).endsAt;
}

/** Demands a second step of all members of the account, or ends that. */
export async function demandSecondStep(isDemanded: boolean): Promise<void> {
  await callApi('/api/account/second-step', SuccessSchema, { method: 'PUT', body: { isDemanded } });
}
