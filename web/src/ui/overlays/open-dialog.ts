/** Finds dialogs, questions, and the signs that one of them loads. */
export const DIALOG = '[role=dialog], [role=alertdialog]';

/** Whether a dialog is open: then only its own decision can be made, and no key counts. */
export const isDialogOpen = (): boolean => document.querySelector(DIALOG) !== null;
