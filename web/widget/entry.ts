import { startFrom } from './widget';

const script = document.currentScript;
if (script instanceof HTMLScriptElement) startFrom(script);
