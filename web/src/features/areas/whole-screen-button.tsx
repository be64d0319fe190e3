import { Maximize2, Minimize2 } from 'lucide-react';
import { texts } from '../../lib/app-texts';
import { IconButton } from '../../ui/button';

export interface WholeScreenButtonProps {
  areaName: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** There and back with the same button, which keeps the focus. */
export function WholeScreenButton({ areaName, isOpen, onToggle }: WholeScreenButtonProps) {
  const Icon = isOpen ? Minimize2 : Maximize2;
  return (
    <IconButton
      label={isOpen ? texts.count.leaveWholeScreen : texts.count.wholeScreen(areaName)}
      onClick={onToggle}
      className="text-muted hover:text-ink"
    >
      <Icon aria-hidden size={20} />
    </IconButton>
  );
}
