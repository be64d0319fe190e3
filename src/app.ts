import { Hono } from 'hono';
import type { AppEnv } from './services/context';
import { areas } from './routes/areas';
import { assets } from './routes/pages/assets';
import { auth } from './routes/auth';
import { billing } from './routes/billing';
import { displays } from './routes/displays';
import { events } from './routes/events';
import { notFound, onError } from './routes/error-handler';
import { configuration } from './routes/middleware/configuration';
import { httpsOnly } from './routes/middleware/https-only';
import { requestLog } from './routes/middleware/request-log';
import { body, requestId, sameOrigin, wholeBody } from './routes/middleware/request';
import { secretAddress } from './routes/middleware/secret-address';
import { securityHeaders } from './routes/middleware/security-headers';
import { session } from './routes/middleware/session';
import { operator } from './routes/operator';
import { sockets } from './routes/sockets';
import { system } from './routes/system';
import { users } from './routes/users';

export const app = new Hono<AppEnv>();

app.onError(onError);
app.notFound(notFound);

app.use(secretAddress, configuration, requestId, requestLog, body, securityHeaders, httpsOnly, sameOrigin, wholeBody);
app.route('/assets', assets);
app.route('/api', system);

app.use('/api/*', session);
app.route('/api', sockets);
app.route('/api/auth', auth);
app.route('/api/users', users);
app.route('/api/billing', billing);
app.route('/api/events', events);
app.route('/api/areas', areas);
app.route('/api/displays', displays);
app.route('/api/operator', operator);
