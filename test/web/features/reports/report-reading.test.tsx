import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HourHeat } from '../../../../web/src/features/reports/hour-heat';
import { OverSection } from '../../../../web/src/features/reports/over-section';
import { closedReport } from '../../support/report';

test('the hours say how full it was in words too, not by their color alone', () => {
  render(<HourHeat report={closedReport} />);
  const table = screen.getByRole('table', { name: 'Hours' });
  const cells = within(table).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toContain('360 (90%)');
});

test('without a limit the hours tell no share of it', () => {
  render(<HourHeat report={{ ...closedReport, venue: { ...closedReport.venue, capacities: [], capacity: null } }} />);
  expect(screen.getByRole('table', { name: 'Hours' }).textContent).not.toContain('%');
});

test('two areas of one name that were both too full at once stand in a row each', () => {
  const logged = vi.spyOn(console, 'error');
  const lounge = closedReport.areas.find(({ overCapacity }) => overCapacity.length > 0);
  const areas = ['a1', 'a9'].map((areaId) => ({ ...lounge!, areaId, deletedAt: closedReport.generatedAt }));
  render(<OverSection report={{ ...closedReport, areas }} />);
  const table = screen.getByRole('table', { name: 'Above capacity' });
  expect(within(table).getAllByRole('rowheader', { name: '東京 Lounge (deleted)' })).toHaveLength(2);
  expect(logged).not.toHaveBeenCalled();
});
