import { app } from './app';

export { AccountHub } from './hub/account-hub';
export { EventRoom } from './room/event-room';

export default app;
