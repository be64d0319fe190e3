import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { FRAME_MAX_BYTES } from '../../../../src/shared/limits';
import { DownFrameSchema, PollAnswerSchema } from '../../../../src/shared/protocol/down';
import {
  AnswerSchema,
  JoinEventSchema,
  PollSchema,
  RequestSyncSchema,
  UpdateOccupancySchema,
  UpdateOccupancyShortSchema,
} from '../../../../src/shared/protocol/up';
import { CLOSE, PING, PONG, PROTOCOL_VERSION } from '../../../../src/shared/protocol/version';

/** The wire of each version that was ever released. A change of the wire needs a new version and a new line. */
const RELEASED: Readonly<Record<number, string>> = {
  1: 'fe82c5d0a4159dba558b47176f857782b583b0636e2106579da878b73e3a22cc',
  2: 'fcecd3b1200d8e41a3fe753b68ad36417e2bec52b92448bc39b938ee590ac714',
  3: '89da4d0082f280ec6ce2653c22ff8c020af03debb66c823f37e0408937dcc4a9',
};

test('the wire changes only with its version', () => {
  const schemas = [
    JoinEventSchema,
    UpdateOccupancySchema,
    UpdateOccupancyShortSchema,
    RequestSyncSchema,
    AnswerSchema,
    PollSchema,
    PollAnswerSchema,
    DownFrameSchema,
  ].map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any' }));
  const wire = JSON.stringify({ schemas, CLOSE, PING, PONG, FRAME_MAX_BYTES });
  expect(createHash('sha256').update(wire).digest('hex')).toBe(RELEASED[PROTOCOL_VERSION]);
});
