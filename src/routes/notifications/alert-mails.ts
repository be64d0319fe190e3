import { confirmAlertMails, leaveAlertMails } from '../../services/notifications/alert-mails';
import { SUCCESS, SuccessSchema } from '../../shared/schemas/success';
import { type Call, call } from '../call';
import { MAIL_LINK } from '../who';

export const ALERT_MAILS: readonly Call[] = [
  call({
    route: 'POST /api/alert-mails/:token/confirm',
    id: 'confirmAlertMails',
    summary: 'Agree to alerts by mail, with the link of the mail that asks for it',
    description: 'The link is valid for seven days. It can be used again without effect.',
    who: MAIL_LINK,
    answer: SuccessSchema,
    handle: async ({ ctx, access }) => {
      await confirmAlertMails(ctx, access);
      return SUCCESS;
    },
  }),
  call({
    route: 'POST /api/alert-mails/:token/leave',
    id: 'leaveAlertMails',
    summary: 'Stop alerts by mail, with the link that each of these mails has',
    description: 'Mail programs call this with one click (RFC 8058). The recipient is deleted.',
    who: MAIL_LINK,
    answer: SuccessSchema,
    handle: async ({ ctx, access }) => {
      await leaveAlertMails(ctx, access);
      return SUCCESS;
    },
  }),
];
