/** The classes of the buttons beside the access code. */
export const headerButtonClass =
  'touch-pad inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-3 text-sm font-semibold transition-colors hover:bg-sunken active:bg-sunken-strong';
