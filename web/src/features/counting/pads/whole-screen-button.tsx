import { texts } from '../../../texts/app-texts';
import { IconButton } from '../../../ui/button';
import { Maximize2, Minimize2 } from '../../../ui/icons/counting';

export interface WholeScreenButtonProps {
  areaName: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** One button for both directions, so that it keeps the focus. */
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
