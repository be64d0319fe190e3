import { MINUTE_MS } from '../../../../src/shared/limits';

/** Puts a file among the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click; nobody says when it has.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
}
