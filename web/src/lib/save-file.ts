import { MINUTE_MS } from '../../../src/shared/limits';

/** Puts a file among the browser's downloads, under its name. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads it after the click; nobody says when it has.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
