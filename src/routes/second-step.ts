import { demandSecondStep } from '../services/second-steps/demand';
import { endOwnSecondStep, readSecondStep, setSecondStep } from '../services/second-steps/own';
import { resetSecondStep } from '../services/second-steps/reset';
import {
  NewSecondStepSchema,
  RecoveryCodesSchema,
  SecondStepCodeSchema,
  SecondStepDemandSchema,
  SecondStepResetSchema,
  SecondStepSchema,
} from '../shared/schemas/second-step';
import { type Call, call } from './call';
import { CONFIRMED_MEMBER, CONFIRMED_OWNER, MEMBER } from './who';

export const SECOND_STEP_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/users/second-step',
    id: 'readSecondStep',
    summary: 'Get whether the caller’s login has a second step, and whether the account demands one',
    who: MEMBER,
    answer: SecondStepSchema,
    handle: ({ ctx, access }) => readSecondStep(ctx, access),
  }),
  call({
    route: 'PUT /api/users/second-step',
    id: 'setSecondStep',
    summary: 'Set up a second step for the caller’s login',
    description:
      'The secret is made by the caller: at least 160 random bits in Base32, for codes of RFC 6238 with its defaults. ' +
      'From the next login on, a code is needed besides the password. No other call returns the recovery codes.',
    who: CONFIRMED_MEMBER,
    body: NewSecondStepSchema,
    example: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', code: '123456' },
    answer: RecoveryCodesSchema,
    errors: ['conflict'],
    handle: ({ ctx, access, body }) => setSecondStep(ctx, access, body),
  }),
  call({
    route: 'DELETE /api/users/second-step',
    id: 'endSecondStep',
    summary: 'End the second step of the caller’s login',
    description: 'It needs a code of the app, or a recovery code. Wrong codes count as failed logins.',
    who: CONFIRMED_MEMBER,
    body: SecondStepCodeSchema,
    example: { code: '123456' },
    errors: ['not_found', 'too_many_attempts'],
    handle: ({ ctx, access, body }) => endOwnSecondStep(ctx, access, body),
  }),
  call({
    route: 'PUT /api/account/second-step',
    id: 'demandSecondStep',
    summary: 'Demand a second step of all members, or end that',
    description:
      'It holds from each member’s next login on, and ends no session. API keys and access codes need no second step. An ' +
      'owner without a second step cannot demand one.',
    who: CONFIRMED_OWNER,
    body: SecondStepDemandSchema,
    example: { isDemanded: false },
    errors: ['conflict'],
    handle: ({ ctx, access, body }) => demandSecondStep(ctx, access, body),
  }),
  call({
    route: 'DELETE /api/members/:personId/second-step',
    id: 'resetSecondStep',
    summary: 'End a member’s lost second step, in 24 hours',
    description:
      'The member and all owners are told by mail. If the member enters a code of it until then, it stays. A member who also ' +
      'belongs to an account that the caller does not own is refused: then the operator can help.',
    who: CONFIRMED_OWNER,
    answer: SecondStepResetSchema,
    errors: ['not_found', 'conflict'],
    handle: ({ ctx, access, params }) => resetSecondStep(ctx, access, params.personId),
  }),
];
