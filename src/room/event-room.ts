import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../env';

export class EventRoom extends DurableObject<Env> {}
