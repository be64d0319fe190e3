import * as z from 'zod/mini';
import { CategoriesSchema, CountedCategorySchema } from '../../../../../src/shared/schemas/category';
import type { ReportJournalEntry } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';

const RecountedSchema = z.array(CountedCategorySchema);

function categoriesOf(value: unknown): string {
  const words = reportTexts.categoryJournal;
  const { data } = z.safeParse(CategoriesSchema, value);
  const names = (data?.list ?? []).flatMap(({ name, capacity, isRemoved }) => {
    if (isRemoved) return [];
    return capacity === null ? name : words.withCapacity(name, formatCount(capacity));
  });
  if (!data || names.length === 0) return words.none;
  return data.isExitNamed ? words.exitsNamed(names.join(', ')) : names.join(', ');
}

/** Describes a journal entry about categories; null for other entries. */
export function categorySentence({ kind, areaName, before, after }: ReportJournalEntry): string | null {
  const words = reportTexts.categoryJournal;
  if (kind === 'categories_changed') return words.changed(categoriesOf(after), categoriesOf(before));
  const { data } = kind === 'categories_recounted' ? z.safeParse(RecountedSchema, after) : {};
  if (!data) return null;
  const people = data.map(({ name, occupancy }) => `${name} ${formatCount(occupancy)}`).join(', ');
  return words.recounted(areaName ?? reportTexts.journal.unknownArea, people);
}
