/** A canvas knows no CSS variables: their values in the present color scheme. */
export interface ChartColors {
  ink: string;
  muted: string;
  line: string;
  lineStrong: string;
  fill: string;
  curve: string;
  bad: string;
  badSoft: string;
  outs: string;
}

const TOKENS: Record<keyof ChartColors, string> = {
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  lineStrong: 'var(--line-strong)',
  fill: 'color-mix(in srgb, var(--bar-normal) 22%, transparent)',
  curve: 'var(--bar-normal)',
  bad: 'var(--bar-bad)',
  badSoft: 'color-mix(in srgb, var(--bar-bad) 45%, transparent)',
  outs: 'var(--line-strong)',
};

const isToken = (name: string): name is keyof ChartColors => name in TOKENS;

/** @param place where the chart is */
export function chartColors(place: HTMLElement): ChartColors {
  const probe = document.createElement('span');
  // With reduced motion every element has a short transition: reading the color at once would return the old one.
  probe.style.transitionProperty = 'none';
  place.append(probe);
  const colors = { ...TOKENS };
  for (const name of Object.keys(TOKENS).filter(isToken)) {
    probe.style.color = TOKENS[name];
    colors[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colors;
}
