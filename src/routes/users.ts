import { Hono } from 'hono';
import type { AppEnv } from '../services/context';
import { describeUser } from '../services/accounts/describe';
import { requireSession } from '../services/sessions/require';

export const users = new Hono<AppEnv>();

users.get('/me', (c) => c.json(describeUser(requireSession(c.get('services')))));
