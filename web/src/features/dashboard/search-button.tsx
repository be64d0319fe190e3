import { texts } from '../../texts/app-texts';
import { IconButton } from '../../ui/button';
import { Search } from '../../ui/icons/counting';
import { useCommands } from './commands';

/** Opens the command menu; nothing for users who have none. */
export function SearchButton() {
  const commands = useCommands();
  if (commands === null) return null;
  const { open, prepare } = commands;
  return (
    <IconButton
      label={texts.header.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    >
      <Search size={20} />
    </IconButton>
  );
}
