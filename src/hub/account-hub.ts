import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../env';

export class AccountHub extends DurableObject<Env> {}
