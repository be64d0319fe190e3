import { expect, test, vi } from 'vitest';
import { type SendMail, withOneLineSubjects } from '../../../src/mail/mail';

test('the subject of every mail is one line, whatever names it contains', async () => {
  const send = vi.fn<SendMail>(async () => {});
  const mail = { to: 'ada@headroom.test', text: 'Two\nlines' };
  await withOneLineSubjects(send)({ ...mail, subject: 'T\r\nBcc: eve@evil.example\u202E is silent' });
  expect(send).toHaveBeenCalledExactlyOnceWith({ ...mail, subject: 'T Bcc: eve@evil.example is silent' });
});
