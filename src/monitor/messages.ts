import { type Env, publicOrigin } from '../env';
import { isoTime } from '../time/iso-time';
import type { AlarmChange } from './alarms';
import type { AlarmName } from './conditions';

/** For each alarm: what is wrong, and who notices it. */
const TEXTS: Record<AlarmName, string> = {
  database: 'The database fails. So do logins, reports and changes; devices with an open connection keep counting.',
  rooms:
    'Events cannot count, because their rooms do not answer or cannot write. Devices keep their taps and send them later.',
  billing: 'The payment provider does not answer, or days wait for it. Counting works; cards cannot be saved.',
  mail: 'The mail provider does not accept mails. People who forgot their password get no link.',
  errors: 'Many calls fail with a server error.',
  wait: 'Taps wait too long in their rooms. Counts arrive late on other devices.',
  taps: 'Far more is counted today than usual, and nobody pays for it. Counting and all existing accounts go on.',
  sync: 'Rooms write too slowly. Taps are acknowledged late.',
};

/** The body that the webhook gets. Chat services show `text`; programs read the rest. */
export interface AlarmMessage {
  text: string;
  alarm: AlarmName;
  state: AlarmChange['state'];
  /** ISO 8601. */
  since: string;
  environment: string | null;
  origin: string | null;
}

/** Returns what the operator is told, and the subject of its mail. */
export function messageOf({ alarm, state }: AlarmChange, env: Env): { subject: string; message: AlarmMessage } {
  const { name, facts } = alarm;
  const since = isoTime(alarm.since);
  const [environment, origin] = [env.ENVIRONMENT || null, publicOrigin(env)];
  const installation = environment === null ? 'Headroom' : `Headroom ${environment}`;
  const subject = `${installation}: the alarm “${name}” ${state === 'began' ? 'has begun' : 'is over'}`;
  const lines =
    state === 'began'
      ? [subject, TEXTS[name], ...facts.map((fact) => `- ${fact}`), `Since ${since}.`]
      : [subject, `It had begun at ${since}.`];
  const where = [origin && `Installation: ${origin}`, `What to do: docs/incidents.md, alarm “${name}”.`];
  const text = [...lines, ...where.filter((line) => line !== null)].join('\n');
  return { subject, message: { text, alarm: name, state, since, environment, origin } };
}
