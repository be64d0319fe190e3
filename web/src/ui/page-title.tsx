import { texts } from '../lib/texts';

/** What the tab is called. */
export const PageTitle = ({ title }: { title: string }) => <title>{texts.common.pageTitle(title)}</title>;
