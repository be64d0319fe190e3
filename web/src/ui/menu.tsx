import { DropdownMenu } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, use, useCallback, useRef } from 'react';

/** Takes what was chosen, to be done when the menu has closed. */
type Choose = (run: () => void) => void;
const ChooseContext = createContext<Choose | null>(null);

export interface MenuProps {
  /** One button. */
  trigger: ReactElement;
  children: ReactNode;
}

/**
 * Opens in its place in the document, not in a portal: inside the landmark it belongs to. A choice is carried out once
 * the focus is back on the trigger, so that a dialog it opens gives the focus back to there.
 */
export function Menu({ trigger, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const choice = useRef<(() => void) | null>(null);

  const choose = useCallback<Choose>((run) => {
    choice.current = run;
  }, []);

  function closed(event: Event) {
    const run = choice.current;
    choice.current = null;
    if (!run) return;
    event.preventDefault();
    button.current?.focus();
    run();
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger ref={button} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        onCloseAutoFocus={closed}
        className="fade-in z-20 min-w-52 rounded-pad border border-line bg-raised p-1.5 shadow-lift"
      >
        <ChooseContext value={choose}>{children}</ChooseContext>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, onSelect, children }: MenuItemProps) {
  const choose = use(ChooseContext);
  return (
    <DropdownMenu.Item
      onSelect={() => choose?.(onSelect)}
      className="touch-pad flex min-h-12 items-center gap-3 rounded-field px-3 font-medium outline-none data-highlighted:bg-sunken"
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}
