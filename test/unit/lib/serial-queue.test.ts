import { expect, test } from 'vitest';
import { SerialQueue } from '../../../src/lib/serial-queue';

function recorded() {
  const queue = new SerialQueue();
  const log: string[] = [];
  let running = 0;
  const task = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    log.push(name);
    await new Promise((resolve) => setTimeout(resolve));
    running -= 1;
    return name;
  };
  return { queue, log, task };
}

test('one task at a time: urgent ones before the others, otherwise in order', async () => {
  const { queue, log, task } = recorded();
  const answers = await Promise.all([
    queue.run(task('a')),
    queue.run(task('b')),
    queue.run(task('c')),
    queue.run(task('urgent 1'), { isUrgent: true }),
    queue.run(task('urgent 2'), { isUrgent: true }),
  ]);
  expect(log).toEqual(['a', 'urgent 1', 'urgent 2', 'b', 'c']);
  expect(answers).toEqual(['a', 'b', 'c', 'urgent 1', 'urgent 2']);
});

test('a task that fails stops no other', async () => {
  const { queue, log, task } = recorded();
  const failed = queue.run(async () => {
    throw new Error('broken');
  });
  const next = queue.run(task('next'));
  await expect(failed).rejects.toThrow('broken');
  await next;
  await queue.run(task('later'));
  expect(log).toEqual(['next', 'later']);
});
