import { ShareDialog, type ShareDialogProps } from '../join/share-dialog';
import { SessionQueries } from '../../session/session-queries';

/** The dialog uses queries, and nothing else on an access code's screen does. */
export const CodeShareDialog = (props: ShareDialogProps) => (
  <SessionQueries>
    <ShareDialog {...props} />
  </SessionQueries>
);
