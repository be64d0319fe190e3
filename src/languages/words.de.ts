import type { Words } from './words';
import { mailWords } from '../mail/mail-words.de';
import { messageWords } from '../notifications/message-words.de';
import { deWords } from '../reports/sealed/report-words.de';
import { pageWords } from '../routes/pages/page-words.de';
import { troubleWords } from '../shared/machines/trouble-words.de';

export const words: Words = {
  mails: mailWords,
  messages: messageWords,
  pages: pageWords,
  trouble: troubleWords,
  sealed: deWords,
};
