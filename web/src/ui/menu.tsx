import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export interface MenuProps {
  /** One button. */
  trigger: ReactElement;
  children: ReactNode;
}

/** Opens in its place in the document, not in a portal: inside the landmark it belongs to. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className="fade-in z-50 min-w-52 rounded-pad border border-line bg-raised p-1.5 shadow-lift"
      >
        {children}
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
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className="touch-pad flex min-h-12 items-center gap-3 rounded-field px-3 font-medium outline-none data-highlighted:bg-sunken"
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}
