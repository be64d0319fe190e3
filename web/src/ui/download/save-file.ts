import { MINUTE_MS } from '../../../../src/shared/limits';

/** Saves a file with the browser's downloads, under its name. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads it after the click and does not say when it has finished.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
