import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { UserSchema } from '../../../../src/shared/schemas/user';

test.each([['admin', 'admin'], ...['user', 'staff', 'ADMIN', '', null, undefined, 5].map((role) => [role, 'user'])])(
  'only the role admin makes an admin: %j is %s',
  (role, read) => {
    const user = { username: 'a@b.test', subscriptionStatus: null };
    expect(z.parse(UserSchema, { ...user, ...(role !== undefined && { role }) })).toEqual({ ...user, role: read });
  },
);
