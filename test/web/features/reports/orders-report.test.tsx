import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReportOrder } from '../../../../src/shared/reports/entries';
import type { Report } from '../../../../src/shared/schemas/report';
import { journalRecords } from '../../../../web/src/features/reports/journal/journal-records';
import { OrdersSection } from '../../../../web/src/features/reports/orders/orders-section';
import { ordersTable } from '../../../../web/src/features/reports/orders/orders-table';
import { closedReport } from '../../support/report';

const [day] = closedReport.days;
const AT = day?.startsAt ?? '';
const order = (fields: Partial<ReportOrder> = {}): ReportOrder => ({
  kind: 'hold',
  target: 'area',
  areaId: 'bar',
  areaName: 'Bar',
  deviceName: null,
  note: 'Spill',
  givenAt: AT,
  givenBy: 'admin',
  endedAt: null,
  endedBy: null,
  isReplaced: false,
  confirmed: 3,
  devices: 4,
  slowestSeconds: 42,
  ...fields,
});
const report: Report = {
  ...closedReport,
  orders: [order(), order({ kind: 'stop', target: 'device', deviceName: 'Door 3', givenAt: null, givenBy: null })],
  ordersLeftOut: 7,
};

test('a report lists its orders with who confirmed them, and says how many are left out; without orders it says nothing', () => {
  const { container, rerender } = render(<OrdersSection report={report} />);
  const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toMatch(/^HoldSpillDoors of Bar.*still in force3 of 442 s$/);
  expect(second).toMatch(/^StopSpillOnly Door 3before these daysstill in force/);
  screen.getByText(/^7 later orders are not shown/);
  rerender(<OrdersSection report={closedReport} />);
  expect(container.textContent).toBe('');
});

test('files and the journal have the orders, too', () => {
  const { columns, rows } = ordersTable(report);
  const [, cells] = rows.map((row) => columns.map(({ value }) => value(row)));
  expect(cells).toEqual(['Stop', 'Only Door 3', 'before these days', null, 'still in force', null, 3, 4, 42, 'Spill']);
  const told = journalRecords(report).filter(({ kind }) => kind === 'orders');
  expect(told.map(({ sentence, who }) => [sentence, who])).toEqual([
    ['Order: Hold. Doors of Bar.', 'Organizer'],
    ['Order from before these days: Stop. Only Door 3.', ''],
  ]);
});
