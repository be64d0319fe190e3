import type { CreatedInspectorLink } from '../../../../src/shared/inspections/schemas';
import { inspectionTexts } from '../../texts/inspection-texts';
import { eventPath } from '../events/events-api';

/** The path of the calls about an event's links for inspectors. */
export const inspectorLinksPath = (eventId: string): string => `${eventPath(eventId)}/inspections`;

/** The key of the query for these links. */
export const inspectorLinksKey = (eventId: string): readonly string[] => ['inspector-links', eventId];

/** Returns the head of the dialog that shows a made link. */
export const madeHead = ({ label }: CreatedInspectorLink): { title: string; description: string } => ({
  title: inspectionTexts.inspectorLink.linkFor(label),
  description: inspectionTexts.inspectorLink.shownOnce,
});
