/** The address of a day's evidence pack. @param day YYYY-MM-DD */
export const packPath = (path: string, day: string): string =>
  `${path}/evidence?${new URLSearchParams({ from: day, to: day }).toString()}`;
