/** The words of the small pages that the worker writes itself. */
export interface PageWords {
  /** The page for a form that the browser sent because the page's script did not run. */
  unsent: { title: string; text: string; back: string };
  /** The title of the widget's frame. */
  widget: string;
}

export const pageWords: PageWords = {
  unsent: {
    title: 'Nothing was sent',
    text: 'Headroom needs JavaScript, which did not run in your browser. Please turn it on, go back and load the page again.',
    back: 'Go back',
  },
  widget: 'How busy it is',
};
