import { runDemo } from './run-demo';

const demo = document.querySelector<HTMLElement>('[data-demo]');
if (demo) runDemo(demo);
