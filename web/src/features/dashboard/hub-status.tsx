import type { Connection } from '../../realtime/view/snapshot';
import { ConnectionStatus } from './connection-status';

/** The state of the connection to the account's hub, on screens of no event; nothing for users who have no hub. */
export const HubStatus = ({ connection }: { connection: Connection | null }) =>
  connection && <ConnectionStatus line={{ connection, ended: null, syncedAt: null, remembered: false }} />;
