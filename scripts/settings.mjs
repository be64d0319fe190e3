import { readFileSync, writeFileSync } from 'node:fs';
import { withSettings } from './settings/page.ts';

/** `npm run settings`: writes the lists of docs/settings.md from src/shared/settings.ts. */
const PAGE = 'docs/settings.md';
writeFileSync(PAGE, withSettings(readFileSync(PAGE, 'utf8')));
