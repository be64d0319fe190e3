import type { PublicNumbers } from '../../src/shared/public-numbers/schemas';
import { factsOf, type Language } from '../../src/shared/languages';
import { WIDGET_TEXTS } from '../src/texts/languages';

/** What the widget knows: the numbers that it has read last, and what became of the newest call. */
export interface Known {
  numbers: PublicNumbers | null;
  /** `old`: the last call failed. `ended`: the event is not public any more. */
  state: 'loading' | 'current' | 'old' | 'ended';
}

type People = NonNullable<PublicNumbers['venue']>;

/** Draws what the widget knows into a shadow root. */
export function createView(root: ShadowRoot, language: Language): (known: Known) => void {
  const { ownerDocument: page } = root;
  const texts = WIDGET_TEXTS[language];
  const { locale } = factsOf(language);
  const add = <Tag extends keyof HTMLElementTagNameMap>(parent: Node, tag: Tag, name: string) => {
    const made = page.createElement(tag);
    made.className = name;
    parent.appendChild(made);
    return made;
  };
  const box = add(root, 'div', 'box');
  const name = add(box, 'p', 'name');
  // Screen readers hear a change of this line alone: the level, and not each person.
  const level = add(box, 'p', 'level');
  level.setAttribute('role', 'status');
  const bar = add(box, 'div', 'bar');
  bar.setAttribute('aria-hidden', 'true');
  const filled = add(bar, 'div', '');
  const detail = add(box, 'p', 'note');
  const areas = add(box, 'ul', '');
  const note = add(box, 'p', 'note');

  const setText = (line: HTMLElement, text: string) => {
    // A line that is set to the same text would be read out again.
    if (line.textContent !== text) line.textContent = text;
    line.hidden = text === '';
  };
  const numberText = (value: number) => value.toLocaleString(locale);
  const countText = ({ occupancy = 0, capacity = null }: People) =>
    capacity === null ? numberText(occupancy) : texts.of(numberText(occupancy), numberText(capacity));
  const peopleText = (people: People) => (people.occupancy === undefined ? '' : texts.people(countText(people)));

  const notices = {
    evacuation: { title: texts.evacuation, text: texts.doNotCome },
    exercise: { title: texts.drill, text: texts.closed },
    ask_staff: { title: texts.askStaff, text: '' },
  };
  /** What is said instead of numbers; the organizer's own words are made for those who stand at the door. */
  const noticeOf = ({ numbers, state }: Known) =>
    state === 'ended' || numbers?.state !== 'paused' || numbers.shows === undefined ? null : notices[numbers.shows];

  const levelText = ({ numbers, state }: Known): string => {
    if (state === 'ended') return texts.ended;
    if (numbers === null) return state === 'loading' ? texts.loading : texts.unavailable;
    const notice = noticeOf({ numbers, state });
    if (notice) return notice.title;
    if (numbers.state === 'not_started') return texts.notStarted;
    if (numbers.state === 'paused' || numbers.venue === null) return texts.unavailable;
    const { fill } = numbers.venue;
    return fill === null ? peopleText(numbers.venue) || texts.unavailable : texts.levels[fill.level];
  };
  const timeText = (at: string) => new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });

  return (known) => {
    const { numbers, state } = known;
    const shown = state === 'ended' ? null : numbers;
    const venue = shown?.venue ?? null;
    const fill = venue?.fill ?? null;
    const percent = fill?.percent ?? null;
    setText(name, numbers?.eventName ?? '');
    setText(level, (shown?.isDrill && shown.state === 'open' ? `${texts.drill} · ` : '') + levelText(known));
    bar.hidden = percent === null;
    filled.style.setProperty('width', `${Math.min(100, percent ?? 0)}%`);
    const people = venue === null || fill === null ? '' : peopleText(venue);
    const details = [percent === null ? '' : texts.percent(percent), people].filter((text) => text !== '');
    setText(detail, noticeOf(known)?.text ?? details.join(' · '));
    areas.replaceChildren();
    for (const area of shown?.areas ?? []) {
      const row = add(areas, 'li', '');
      add(row, 'span', '').textContent = area.areaName;
      add(row, 'span', '').textContent = [
        area.capacity === null ? peopleText(area) : countText(area),
        area.fill && texts.levels[area.fill.level],
      ]
        .filter(Boolean)
        .join(' · ');
    }
    areas.hidden = areas.childElementCount === 0;
    setText(
      note,
      state === 'old' && numbers !== null && (numbers.state !== 'paused' || numbers.shows)
        ? texts.old(timeText(numbers.readAt))
        : '',
    );
  };
}
