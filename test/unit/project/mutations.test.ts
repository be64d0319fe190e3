import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../../mutations/list/index.ts';

/** Tests that the list of faults follows the code: a fault whose text has moved is put nowhere, and so is not noticed. */

test.each(MUTATIONS)('the text that fault $id replaces occurs once', ({ file, find }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
});
