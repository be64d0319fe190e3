import process from 'node:process';
import { parseArgs } from 'node:util';
import { machine, table } from '../support/figures.ts';
import { ROW_DEVICES, writtenPerTap } from './rows.ts';

/** `npm run bench:rows [-- --seconds 3]`: what a tap leaves in the room's storage, at full speed. */

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '3' } } });
const runs = [1, 4, 12].flatMap((areas) => [1, 10].map((tapsPerFrame) => ({ tapsPerFrame, areas })));
const written = await writtenPerTap(runs, Number(values.seconds) * 1000);
const figures = table(
  [`${ROW_DEVICES} devices`, 'rows per 1,000 taps', 'bytes a tap'],
  runs.map(({ tapsPerFrame, areas }, index) => [
    `${tapsPerFrame} a frame, ${areas === 1 ? 'one area' : `${areas} areas by turns`}`,
    (written[index]?.rowsPerThousandTaps ?? Number.NaN).toFixed(0),
    (written[index]?.bytesPerTap ?? Number.NaN).toFixed(1),
  ]),
);
process.stdout.write(`${machine()}\n\n${figures.join('\n')}\n`);
