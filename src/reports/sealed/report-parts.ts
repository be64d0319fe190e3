import { CORRECTIONS, correctionsSection } from './correction-table';
import type { DayEvents } from './day-events';
import type { DayText } from './day-text';
import { EVACUATION_TABLE, evacuationsSection, ORDER_TABLE, ordersSection } from './event-tables';
import { isSealed, type ReportTable } from './report-table';
import {
  AREA_TABLE,
  areasSection,
  CAPACITIES,
  capacitiesSection,
  CATEGORIES,
  categoriesSection,
  CATEGORY_LIMITS,
  CATEGORY_PERIODS,
  DEVICES,
  devicesSection,
  LIMIT_PERIODS,
  LIMITS,
  limitsSection,
  PERIODS,
  periodsSection,
} from './report-tables';
import { AREA_STEPS, STEPS, stepsSection } from './step-tables';

/** A part of the report. A day whose seal does not list the first of its tables was sealed without it. */
interface Part {
  tables: readonly [ReportTable<never>, ...ReportTable<never>[]];
  section: (day: DayText, events: DayEvents) => string;
}

/** The parts of the report behind its first figures, in order. */
const PARTS: readonly Part[] = [
  { tables: [AREA_TABLE], section: areasSection },
  { tables: [LIMITS, LIMIT_PERIODS], section: limitsSection },
  { tables: [PERIODS], section: periodsSection },
  { tables: [CATEGORIES, CATEGORY_LIMITS, CATEGORY_PERIODS], section: categoriesSection },
  { tables: [CAPACITIES], section: capacitiesSection },
  { tables: [CORRECTIONS], section: correctionsSection },
  { tables: [EVACUATION_TABLE], section: evacuationsSection },
  { tables: [ORDER_TABLE], section: ordersSection },
  { tables: [DEVICES], section: devicesSection },
  { tables: [STEPS, AREA_STEPS], section: stepsSection },
];

/** The columns of each of the report's tables, for the seal of a new day. */
export const reportColumns = (): Record<string, string[]> =>
  Object.fromEntries(
    PARTS.flatMap(({ tables }) => tables.map(({ name, columns }) => [name, columns.map(({ id }) => id)])),
  );

/** Returns the parts that the day has. */
export const reportParts = (day: DayText, events: DayEvents): string =>
  PARTS.filter(({ tables: [first] }) => isSealed(day, first))
    .map(({ section }) => section(day, events))
    .filter((part) => part !== '')
    .join('\n');
