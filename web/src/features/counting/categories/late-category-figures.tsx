import { Suspense } from 'react';
import { lazyComponent } from '../../../ui/overlays/lazy-component';
import { activeCategories } from './active-categories';
import type { CategoryFiguresProps } from './category-figures';

const Late = lazyComponent<CategoryFiguresProps>(
  async () => (await import('./category-figures')).CategoryFigures,
  () => null,
);

/** The figures by category, loaded after the pads. Their room is kept free from the start, so that no pad moves. */
export function LateCategoryFigures(props: CategoryFiguresProps) {
  const lines = activeCategories(props.categories).length + 1;
  return (
    <Suspense fallback={<div style={{ height: `${lines * 1.25}rem` }} />}>
      <Late {...props} />
    </Suspense>
  );
}
