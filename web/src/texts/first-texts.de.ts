import { areasTexts } from '../features/counting/areas/areas-texts.de';
import { commonTexts } from './common-texts.de';
import type { FirstTexts } from './texts';

export const firstTexts: FirstTexts = { language: 'de', texts: { ...commonTexts, ...areasTexts } };
