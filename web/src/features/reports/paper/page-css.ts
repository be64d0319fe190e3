import { type PageFoot, pageCss as pageCssOf } from '../../../../../src/shared/sealed/page-css';
import { reportTexts } from '../../../texts/report-texts';

export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** Returns the CSS of the printed page: its size, its margins, and the footer of each sheet. */
export const pageCss = (paper: Paper, foot: Omit<PageFoot, 'pageOf'>): string =>
  pageCssOf({ ...foot, pageOf: reportTexts.paper.pageOf }, paper === 'a4' ? 'A4' : 'letter');
