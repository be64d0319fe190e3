import { firstTexts } from '../texts/first-texts.de';
import { speakFirst } from '../texts/texts';
import { siteTexts } from './landing-texts.de';
import { runDemo } from './run-demo';
import { speakOnSite } from './site-texts';

speakFirst(firstTexts);
speakOnSite(siteTexts);
const demo = document.querySelector<HTMLElement>('[data-demo]');
if (demo) runDemo(demo);
