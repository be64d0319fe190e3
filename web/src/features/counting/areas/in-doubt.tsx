import { clsx } from 'clsx';
import { formatCount } from '../../../texts/format';
import { texts } from '../../../texts/texts';

interface InDoubtProps {
  /** By how many people the number may be low; 0 if it is not in doubt. */
  people: number;
  /** The name of the place, which screen readers say before. */
  name: string;
  /** Whether there is only room for fewer words. */
  isShort?: boolean;
  className?: string;
}

/**
 * Says that a number may be low (docs/product.md, M17). Screen readers say it when it comes or changes. Without doubt it is
 * there, too, because they only notice a change of what they know.
 */
export function InDoubt({ people, name, isShort = false, className }: InDoubtProps) {
  const words = isShort ? texts.card.missing : texts.card.mayBeLow;
  return (
    <output className={clsx('in-doubt', people > 0 && className)}>
      {people > 0 && (
        <>
          <span className="sr-only">{name} </span>
          {words(formatCount(people))}
        </>
      )}
    </output>
  );
}
