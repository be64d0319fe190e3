import type { Area } from '../../../src/shared/schemas/area';
import { occupancyLevel, occupancyPercent } from '../ui/occupancy-level';
import { levelText } from '../features/counting/areas/level-text';
import { formatCount, formatMoment } from '../texts/format';
import { texts } from '../texts/texts';
import { siteTexts } from './site-texts';
import { tick } from '../features/feedback/tick';
import { demoAreas, demoTotal } from './demo-areas';

/** The time in ms between two taps of the other door. */
const OTHER_DOOR_MS = 2_600;
/** The fraction of the other door's taps that are entries. */
const OTHER_DOOR_INS = 0.6;
const LEVELS = ['normal', 'warning', 'danger'] as const;

type Card = (area: Area) => void;

/** Returns the badge and the bar of a level, copied from a template in the page. */
function levelParts(demo: HTMLElement, level: (typeof LEVELS)[number]): Element[] {
  const template = demo.querySelectorAll<HTMLTemplateElement>('template[data-demo-level]')[LEVELS.indexOf(level)];
  return template ? [...template.content.children].map((part) => part.cloneNode(true)).filter(isElement) : [];
}

const isElement = (node: Node): node is Element => node instanceof Element;

function setLastText(element: Element | null | undefined, text: string): void {
  if (element?.lastChild) element.lastChild.textContent = text;
}

/**
 * Returns a function that updates a card that React rendered during the build. Afterwards the card is what React would
 * render for the area.
 */
function openCard(demo: HTMLElement, card: Element): Card {
  const count = card.querySelector<HTMLElement>('[data-testid="occupancy"]');
  const [totalIns, lastUpdated] = card.querySelectorAll('dd');
  const [takeOne] = card.querySelectorAll('button');

  return (area) => {
    const { currentOccupancy: occupancy, capacity } = area;
    const level = occupancyLevel(occupancy, capacity);
    if (card.querySelector<HTMLElement>('[data-level]')?.dataset.level !== level) {
      const [badge, bar] = levelParts(demo, level);
      if (badge) card.querySelector('.level')?.replaceChildren(badge);
      if (bar) card.querySelector('[data-level]')?.replaceWith(bar);
    }
    const text = levelText({ occupancy, capacity });
    setLastText(card.querySelector('.level > *'), text);
    const percent = Math.min(100, occupancyPercent(occupancy, capacity));
    const meter = card.querySelector('meter');
    meter?.setAttribute('value', String(Math.floor(percent)));
    meter?.setAttribute('aria-valuetext', text);
    const fill = card.querySelector<HTMLElement>('[data-level] > div');
    if (fill) fill.style.translate = `${percent - 100}%`;
    if (count) {
      count.textContent = formatCount(occupancy);
      count.style.setProperty('--chars', String(Math.max(formatCount(occupancy).length, 3)));
    }
    if (totalIns) totalIns.textContent = formatCount(area.totalEntries);
    if (lastUpdated) lastUpdated.textContent = formatMoment(area.lastUpdatedAt);
    if (takeOne) takeOne.disabled = occupancy === 0;
  };
}

/**
 * The areas of the demo in memory. They follow the product's rules: an occupancy is never below zero, and all cards
 * show the same number.
 */
class Evening {
  private areas: readonly Area[] = demoAreas();

  constructor(private readonly show: (areas: readonly Area[]) => void) {}

  tap(areaId: string, change: 1 | -1): void {
    this.areas = this.areas.map((area) => (area.areaId === areaId ? tapped(area, change) : area));
    this.show(this.areas);
  }

  said(areaId: string): string {
    const area = this.areas.find((candidate) => candidate.areaId === areaId);
    if (!area) return '';
    return siteTexts.demo.said(area.areaName, formatCount(area.currentOccupancy), formatCount(demoTotal(this.areas)));
  }
}

function tapped(area: Area, change: 1 | -1): Area {
  if (area.currentOccupancy + change < 0) return area;
  return {
    ...area,
    currentOccupancy: area.currentOccupancy + change,
    totalEntries: area.totalEntries + Math.max(0, change),
    lastUpdatedAt: new Date().toISOString(),
  };
}

/** Makes the other door tap from time to time. It does not run with reduced motion, nor while the page is hidden. */
function runOtherDoor(demo: HTMLElement, tap: (change: 1 | -1) => void): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const line = demo.querySelector<HTMLElement>('[data-demo-other]');
  const button = demo.querySelector<HTMLElement>('[data-demo-pause]');
  if (!line || !button) return;
  let paused = false;
  line.hidden = false;
  button.addEventListener('click', () => {
    paused = !paused;
    button.textContent = paused ? siteTexts.demo.resume : siteTexts.demo.pause;
  });
  setInterval(() => {
    if (!paused && !document.hidden) tap(Math.random() < OTHER_DOOR_INS ? 1 : -1);
  }, OTHER_DOOR_MS);
}

/** Makes the phone on the landing page count. The dashboard beside it shows the same numbers. */
export function runDemo(demo: HTMLElement): void {
  const phone = demo.querySelector<HTMLElement>('[data-demo-phone]');
  const [main, terrace] = demoAreas();
  if (!phone) return;
  const cards = [...demo.querySelectorAll('article')].map((card) => ({
    name: card.getAttribute('aria-label'),
    draw: openCard(demo, card),
  }));
  const total = demo.querySelector('[data-demo-total]');
  const said = demo.querySelector('[data-demo-said]');
  const evening = new Evening((areas) => {
    for (const { name, draw } of cards) {
      const area = areas.find(({ areaName }) => areaName === name);
      if (area) draw(area);
    }
    if (total) total.textContent = formatCount(demoTotal(areas));
  });

  const press = (label: string, change: 1 | -1) => {
    phone.querySelector(`button[aria-label="${label}"]`)?.addEventListener('click', () => {
      evening.tap(main.areaId, change);
      if (said) said.textContent = evening.said(main.areaId);
      tick();
    });
  };
  press(texts.card.addOne(main.areaName), 1);
  press(texts.card.takeOne(main.areaName), -1);
  phone.inert = false;
  runOtherDoor(demo, (change) => evening.tap(terrace.areaId, change));
}
