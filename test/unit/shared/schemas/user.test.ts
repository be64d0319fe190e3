import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { UserSchema } from '../../../../src/shared/schemas/user';

const USER = { username: 'a@b.test', subscriptionStatus: null };

test('an admin is one', () => {
  expect(z.parse(UserSchema, { ...USER, role: 'admin' })).toEqual({ ...USER, role: 'admin' });
});

test.each(['user', 'staff', 'ADMIN', '', null, undefined, 5])('the role %j is that of a regular user', (role) => {
  expect(z.parse(UserSchema, { ...USER, role })).toEqual({ ...USER, role: 'user' });
});

test('no role is that of a regular user, too', () => {
  expect(z.parse(UserSchema, USER)).toEqual({ ...USER, role: 'user' });
});
