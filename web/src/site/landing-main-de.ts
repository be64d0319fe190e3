import { speakOnSite } from '../lib/site-texts';
import { speak } from '../lib/texts';
import { siteGerman } from '../lib/texts/de/site';
import { german } from '../lib/texts/german';
import { runDemo } from './run-demo';

speak(german);
speakOnSite(siteGerman);
const demo = document.querySelector<HTMLElement>('[data-demo]');
if (demo) runDemo(demo);
