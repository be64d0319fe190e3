import { speakOnSite } from './site-texts';
import { speak } from '../texts/texts';
import { siteGerman } from './landing-texts.de';
import { german } from '../texts/german';
import { runDemo } from './run-demo';

speak(german);
speakOnSite(siteGerman);
const demo = document.querySelector<HTMLElement>('[data-demo]');
if (demo) runDemo(demo);
