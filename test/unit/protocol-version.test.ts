import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { DownFrameSchema, PollAnswerSchema } from '../../src/shared/protocol/down';
import {
  JoinEventSchema,
  PollSchema,
  RequestSyncSchema,
  UpdateOccupancySchema,
  UpdateOccupancyShortSchema,
} from '../../src/shared/protocol/up';
import { CLOSE, PING, PONG, PROTOCOL_VERSION } from '../../src/shared/protocol/version';

/** The wire of each version that was ever released. A change of the wire needs a new version and a new line. */
const RELEASED: Readonly<Record<number, string>> = {
  1: '5e38b8a4d13c096bcc1f39630ed8da508ff969e7c7a3e12a5fcfb5f3ee873695',
};

test('the wire changes only with its version', () => {
  const schemas = [
    JoinEventSchema,
    UpdateOccupancySchema,
    UpdateOccupancyShortSchema,
    RequestSyncSchema,
    PollSchema,
    PollAnswerSchema,
    DownFrameSchema,
  ].map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any' }));
  const wire = JSON.stringify({ schemas, CLOSE, PING, PONG });
  expect(createHash('sha256').update(wire).digest('hex')).toBe(RELEASED[PROTOCOL_VERSION]);
});
