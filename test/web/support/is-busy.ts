/** A button that keeps the focus while it does nothing. @throws it is disabled, and has dropped the focus */
export function isBusy(button: HTMLElement): boolean {
  if (button.matches(':disabled')) throw new Error('The button is disabled');
  return button.getAttribute('aria-disabled') === 'true';
}
