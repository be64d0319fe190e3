import { ShareDialog, type ShareDialogProps } from '../join/share-dialog';
import { SessionQueries } from '../../session/session-queries';

/**
 * The share dialog needs SessionQueries. The rest of an access-code user's screen does not, so the wrapper is loaded
 * with the dialog.
 */
export const CodeShareDialog = (props: ShareDialogProps) => (
  <SessionQueries>
    <ShareDialog {...props} />
  </SessionQueries>
);
