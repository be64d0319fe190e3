/**
 * Looks at the page as it stands for what nobody should meet on it: cut text, a control too small for a thumb, anything
 * over a pad. Runs in the page, so it uses nothing from outside. Returns a line for each finding.
 */
export function findFlaws(): string[] {
  const CONTROL =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=menuitem], [role=option]';
  const PAD = '.pads button, .more button';
  const DENSE = 'table, .wall-tile';
  /** CSS pixels: a control, and one where rows stand close together. */
  const CONTROL_MIN = 44;
  const DENSE_MIN = 24;
  /** Boxes may differ by rounding. */
  const ROUNDING = 1;

  const flaws = new Set<string>();
  const told = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const words = element.getAttribute('aria-label') || told(element.textContent) || element.getAttribute('name');
    return `${element.tagName.toLowerCase()} “${(words ?? '').slice(0, 60)}”`;
  };
  /** What was opened last: it may lie over the rest. What a dialog's own search has found is part of the dialog. */
  const scope =
    [
      ...document.querySelectorAll(
        '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=search] > .absolute',
      ),
    ].findLast((opened) => !opened.parentElement?.closest('[role=dialog], [role=alertdialog]')) ?? document.body;

  /** Whether somebody sees the element. Texts for screen readers alone are in boxes of one pixel. */
  const isSeen = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      if (width <= 1 && height <= 1 && getComputedStyle(at).overflowX !== 'visible') return false;
    }
    return true;
  };
  /** Whether a name that somebody gave, with a sign before it on a pad, is whole in the title of the place where it is cut. */
  function isTitled(element: Element): boolean {
    const title = told(element.closest('[title]')?.getAttribute('title') ?? '');
    const text = told(element.textContent);
    return title !== '' && (title.includes(text) || text.endsWith(title));
  }

  /** Returns the box in which this element's text is cut, or null. What can be scrolled is not cut. */
  function cutIn(element: Element, text: DOMRect): Element | null {
    const slack = Number.parseFloat(getComputedStyle(element).fontSize) / 4;
    let [across, down] = [true, true];
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX)) across = false;
      if (/auto|scroll/.test(overflowY)) down = false;
      const isCutAcross = text.left < box.left - ROUNDING || text.right > box.right + ROUNDING;
      if (across && overflowX !== 'visible' && (isCutAcross || at.scrollWidth > at.clientWidth + ROUNDING)) return at;
      const isCutDown = text.top < box.top - slack || text.bottom > box.bottom + slack;
      if (down && overflowY !== 'visible' && isCutDown) return at;
      if (position === 'fixed') return null;
    }
    return null;
  }

  /** A word of this length has room in a line of its own everywhere; longer ones may break. */
  const WORD = /(?<=^|\s)\p{L}{2,12}(?=[!),.:;?]?(?:\s|$))/gu;

  /** Returns the words that are broken over two lines. */
  function brokenIn(node: Node): string[] {
    const range = document.createRange();
    return [...(node.nodeValue ?? '').matchAll(WORD)].flatMap(({ 0: word, index }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...rest] = range.getClientRects();
      return first && rest.some(({ top }) => top > first.top + first.height / 2) ? [word] : [];
    });
  }

  function findCutTexts(): void {
    const nodes = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (nodes.nextNode()) {
      const { currentNode: node } = nodes;
      const parent = node.parentElement;
      if (!parent || told(node.nodeValue) === '' || parent.matches('option, script, style, textarea')) continue;
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0 || !isSeen(parent)) continue;
      const isOneLine = range.getClientRects().length === 1;
      const box = cutIn(parent, text);
      for (const word of box || isOneLine ? [] : brokenIn(node)) flaws.add(`broken: ${word}, in ${nameOf(parent)}`);
      if (box && !isTitled(box)) flaws.add(`cut: ${nameOf(parent)}`);
      const control = parent.closest('button, summary, label, [role=menuitem], [role=option]');
      if (!box && control) {
        const { left, right } = control.getBoundingClientRect();
        if (text.left < left - ROUNDING || text.right > right + ROUNDING) flaws.add(`leaves it: ${nameOf(control)}`);
      }
    }
  }

  /** What an empty field asks for is in no node. A list shows its chosen text whole when it is pressed. */
  function findCutPlaceholders(): void {
    const pen = document.createElement('canvas').getContext('2d');
    for (const field of scope.querySelectorAll('input')) {
      if (!pen || field.value !== '' || !isSeen(field)) continue;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (pen.measureText(field.placeholder).width > room + ROUNDING)
        flaws.add(`cut in its field: ${field.placeholder}`);
    }
  }

  const isIn = (point: Element | null, control: Element): boolean => {
    if (!point) return false;
    if (control.contains(point)) return true;
    return point.closest('label')?.control === control;
  };

  /** Returns how far a press in this direction from a point in the control still means it, up to what is asked. */
  function reach(control: Element, x: number, y: number, dx: number, dy: number, max: number): number {
    let far = 0;
    while (far < max && isIn(document.elementFromPoint(x + dx * (far + 1), y + dy * (far + 1)), control)) far += 1;
    return far;
  }

  /** A link inside a sentence has the height of its line. */
  const isInSentence = (control: Element): boolean =>
    control.matches('a, button') &&
    getComputedStyle(control).display === 'inline' &&
    [...(control.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.nodeValue ?? ''),
    );

  /** Returns the box that a press on the control aims at: a hidden field's is its label's. */
  function boxOf(control: Element): DOMRect {
    const own = control.getBoundingClientRect();
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    return label && own.width <= 1 ? label.getBoundingClientRect() : own;
  }

  /** Brings an element to the middle of the window, or below the bars at the top if they are higher; returns its box. */
  function show(element: Element): DOMRect {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width } = boxOf(element);
    const over = document.elementFromPoint(left + width / 2, top + 1);
    const bar = over && !over.contains(element) && !element.contains(over) ? over.getBoundingClientRect() : undefined;
    if (bar && bar.top < top && bar.bottom > top) scrollBy({ top: top - bar.bottom - 1, behavior: 'instant' });
    return boxOf(element);
  }

  /** Returns how wide and how high the place is in which a press means the control, up to what is asked; null if nowhere. */
  function targetOf(control: Element, box: DOMRect, max: number): readonly [width: number, height: number] | null {
    // A link that is broken into lines is pressed on its first one.
    const [line = box] = getComputedStyle(control).display === 'inline' ? control.getClientRects() : [];
    const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
    if (!isIn(document.elementFromPoint(x, y), control)) return null;
    const reached = (dx: number, dy: number) => reach(control, x, y, dx, dy, max);
    return [1 + reached(-1, 0) + reached(1, 0), 1 + reached(0, -1) + reached(0, 1)];
  }

  function findSmallControls(): void {
    for (const control of scope.querySelectorAll(CONTROL)) {
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      if (!isSeen(control) && !(label && isSeen(label))) continue;
      if (control.matches(':disabled') || control.closest('[inert]') || isInSentence(control)) continue;
      const least = control.closest(DENSE) ? DENSE_MIN : CONTROL_MIN;
      const isLarge = (target: readonly number[] | null) => target?.every((side) => side >= least - ROUNDING) === true;
      if (isLarge(targetOf(control, boxOf(control), least))) continue;
      const target = targetOf(control, show(control), least);
      if (!target) flaws.add(`covered: ${nameOf(control)}`);
      else if (!isLarge(target)) flaws.add(`small: ${nameOf(control)}, ${target.join(' × ')}`);
    }
  }

  function findCoveredPads(): void {
    for (const pad of scope.querySelectorAll(PAD)) {
      if (!isSeen(pad) || pad.matches(':disabled')) continue;
      const { left, top, width, height } = show(pad);
      for (const across of [0.1, 0.5, 0.9])
        for (const down of [0.1, 0.5, 0.9]) {
          const over = document.elementFromPoint(left + width * across, top + height * down);
          if (over && !pad.contains(over) && !over.contains(pad)) flaws.add(`${nameOf(over)} lies over ${nameOf(pad)}`);
        }
    }
  }

  const scrolled = [...document.querySelectorAll('*')]
    .filter((element) => element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
    .map((element) => ({ element, left: element.scrollLeft, top: element.scrollTop }));
  if (document.documentElement.scrollWidth > innerWidth) flaws.add('the page scrolls sideways');
  for (const { element } of scrolled)
    if (getComputedStyle(element).position === 'fixed' && element.scrollWidth > element.clientWidth + ROUNDING)
      flaws.add(`scrolls sideways: ${nameOf(element)}`);
  findCutTexts();
  findCutPlaceholders();
  findSmallControls();
  findCoveredPads();
  for (const { element, left, top } of scrolled) element.scrollTo({ left, top, behavior: 'instant' });
  return [...flaws];
}
