import { createPortal } from 'react-dom';

/**
 * Has screen readers read the text out at once when it changes. A dialog hides the rest of the page from them, except
 * elements after the dialog and elements with aria-live.
 */
export const ReadOut = ({ children }: { children: string }) =>
  createPortal(
    <p role="alert" aria-live="assertive" className="sr-only">
      {children}
    </p>,
    document.body,
  );
