import { texts } from '../texts/texts';

/** The title of the browser tab. */
export const PageTitle = ({ title }: { title: string }) => <title>{texts.common.pageTitle(title)}</title>;
