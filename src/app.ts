import { Hono } from 'hono';
import { registerCalls } from './routes/api';
import { notFound, onError } from './routes/error-handler';
import { answerCount } from './routes/middleware/answer-count';
import { configuration } from './routes/middleware/configuration';
import { httpsOnly } from './routes/middleware/https-only';
import { body, requestId, sameOrigin, wholeBody } from './routes/middleware/request';
import { requestLog } from './routes/middleware/request-log';
import { secretAddress } from './routes/middleware/secret-address';
import { securityHeaders } from './routes/middleware/security-headers';
import { assets } from './routes/pages/assets';
import type { AppEnv } from './services/context';

export const app = new Hono<AppEnv>();

app.onError(onError);
app.notFound(notFound);

app.use(secretAddress, configuration, requestId, answerCount, requestLog, body, securityHeaders);
app.use(httpsOnly, sameOrigin, wholeBody);
app.route('/assets', assets);
registerCalls(app);
