import { type MailWords, mailWords } from '../mail/mail-words';
import { type MessageWords, messageWords } from '../notifications/message-words';
import type { ReportWords } from '../reports/sealed/report-words';
import { enWords } from '../reports/sealed/report-words.en';
import { type PageWords, pageWords } from '../routes/pages/page-words';
import { type TroubleWords, troubleWords } from '../shared/machines/trouble-words';

/** All that the worker says to people in one language. */
export interface Words {
  mails: MailWords;
  messages: MessageWords;
  pages: PageWords;
  trouble: TroubleWords;
  /** The sealed report. Its words are frozen, and a language that has sealed a day stays. */
  sealed: ReportWords;
}

export const words: Words = {
  mails: mailWords,
  messages: messageWords,
  pages: pageWords,
  trouble: troubleWords,
  sealed: enWords,
};
