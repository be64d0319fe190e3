import { useId, useState } from 'react';
import type { Categories } from '../../../../../src/shared/schemas/category';
import { dialogTexts } from '../../../texts/dialog-texts';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/overlays/dialog';
import { isJustPressed, isStrayPress } from '../press/use-press';
import { activeCategories } from './active-categories';

export interface CategoryChoiceProps {
  /** What is about to be counted, in the words of the pad that was pressed. */
  title: string;
  categories: Categories;
  /** Counts, without a category if it is undefined. */
  onChoose: (category?: string) => void;
  onClose: () => void;
}

/**
 * Asks which category the people of one press have. Nothing is counted until somebody chooses. The first focus is on "no
 * category named", so that Enter guesses nothing. A thumb that taps a pad again while the dialog opens neither chooses
 * nor closes.
 */
export function CategoryChoice({ title, categories, onChoose, onClose }: CategoryChoiceProps) {
  const words = dialogTexts.categoryChoice;
  const hintId = useId();
  // The choice stays as it was when it opened, so that no button changes under a thumb. The room still knows a category
  // that was removed meanwhile.
  const [offered] = useState(() => activeCategories(categories));

  function choose(category?: string) {
    onClose();
    onChoose(category);
  }

  return (
    <Dialog title={title} description={words.question} onClose={() => isJustPressed() || onClose()}>
      <div className="grid gap-2">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2">
          {offered.map(({ categoryId, name }) => (
            <Button
              key={categoryId}
              onClick={(event) => isStrayPress(event) || choose(categoryId)}
              className="min-h-14! px-3! leading-tight"
            >
              <span className="line-clamp-3 wrap-anywhere">{name}</span>
            </Button>
          ))}
        </div>
        <Button
          variant="quiet"
          data-first-focus
          aria-describedby={hintId}
          onClick={(event) => isStrayPress(event) || choose()}
          className="min-h-14!"
        >
          {words.unnamed}
        </Button>
        <p id={hintId} className="text-center text-sm text-pretty text-muted">
          {words.unnamedHint}
        </p>
      </div>
    </Dialog>
  );
}
