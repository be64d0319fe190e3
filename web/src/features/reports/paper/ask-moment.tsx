import { reportTexts } from '../../../texts/report-texts';
import { paths } from '../../../urls/paths';

/** Says where to ask how many people were inside at a moment. It stands beside the figures and beside the intervals. */
export const AskMoment = () => (
  <p className="paper-note">{reportTexts.paper.askMoment(`${location.origin}${paths.verify}`)}</p>
);
