import { type Flow, FlowSchema } from '../../../../src/shared/schemas/flow';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

export const fetchFlow = (eventId: string, signal: AbortSignal): Promise<Flow> =>
  callApi(`${eventPath(eventId)}/flow`, FlowSchema, { signal });
