import type { Category } from '../../../../src/shared/schemas/category';
import { dialogTexts } from '../../texts/dialog-texts';
import { fieldLabelClass } from '../../ui/forms/field';

/** Says which key counts which category (use-count-keys.ts). @param categories those that have pads, in their order */
export function KeyHelp({ categories }: { categories: readonly Category[] }) {
  const words = dialogTexts.keyHelp;
  return (
    <section>
      <h3 className={fieldLabelClass}>{words.label}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-3 gap-y-2 leading-tight">
        {categories.map(({ categoryId, name }, place) => (
          <li key={categoryId} className="flex min-w-0 items-center gap-2">
            <kbd className="grid size-7 shrink-0 place-items-center rounded-[0.375rem] border border-line-strong bg-sunken font-sans text-sm font-semibold">
              {place + 1}
            </kbd>
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">{words.text}</p>
    </section>
  );
}
