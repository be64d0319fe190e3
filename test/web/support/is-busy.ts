/** Whether a button does nothing and keeps the focus. @throws the button is disabled and has dropped the focus */
export function isBusy(button: HTMLElement): boolean {
  if (button.matches(':disabled')) throw new Error('The button is disabled');
  return button.getAttribute('aria-disabled') === 'true';
}
