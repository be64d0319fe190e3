import { speakOnSite } from './site-texts';
import { speakBasics } from '../texts/texts';
import { siteGerman } from './landing-texts.de';
import { germanBasics } from '../texts/german-basics';
import { runDemo } from './run-demo';

speakBasics(germanBasics);
speakOnSite(siteGerman);
const demo = document.querySelector<HTMLElement>('[data-demo]');
if (demo) runDemo(demo);
