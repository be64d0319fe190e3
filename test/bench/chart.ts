import type { Subject } from '../support/venue.ts';
import type { Figures } from './figures.ts';

const WIDTH = 760;
const PLOT = { left: 64, right: 744, top: 56, bottom: 300 };
const BAR_GAP = 4;
const GROUP_GAP = 36;
const HEIGHT = 350;
/** Each has a colour of its name. */
const SUBJECTS: readonly Subject[] = ['echo', 'naive', 'room'];

/** Taps per second by devices and server on a logarithmic scale, as an SVG that follows the reader's light or dark. */
export function chart({ throughput }: Figures): string {
  const groups = [...new Set(throughput.map(({ devices }) => devices))];
  const rates = throughput.map(({ perSecond }) => perSecond);
  const low = Math.floor(Math.log10(Math.min(...rates)));
  const high = Math.ceil(Math.log10(Math.max(...rates)));
  const y = (rate: number): number =>
    PLOT.bottom - ((Math.log10(rate) - low) / (high - low)) * (PLOT.bottom - PLOT.top);
  const groupWidth = (PLOT.right - PLOT.left) / groups.length;

  const lines = Array.from({ length: high - low + 1 }, (_, n) => {
    const rate = 10 ** (low + n);
    const at = y(rate).toFixed(1);
    return `<path class="line" d="M${PLOT.left} ${at}H${PLOT.right}"/><text class="axis" x="${PLOT.left - 8}" y="${at}" dy=".35em" text-anchor="end">${rate.toLocaleString('en-US')}</text>`;
  });
  const bars = groups.flatMap((devices, group) => {
    const rows = throughput.filter((row) => row.devices === devices);
    const barWidth = (groupWidth - GROUP_GAP) / rows.length;
    const from = PLOT.left + group * groupWidth + GROUP_GAP / 2;
    const middle = from + (groupWidth - GROUP_GAP) / 2;
    return [
      `<text x="${middle.toFixed(1)}" y="${PLOT.bottom + 38}" text-anchor="middle">${devices} devices</text>`,
      ...rows.map(({ subject, tapsPerFrame, perSecond }, index) => {
        const x = from + index * barWidth;
        const top = y(perSecond);
        const centre = (x + (barWidth - BAR_GAP) / 2).toFixed(1);
        const label =
          perSecond >= 1000 ? `${(perSecond / 1000).toFixed(perSecond >= 10_000 ? 0 : 1)}k` : perSecond.toFixed(0);
        return [
          `<rect class="${subject}" x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${(barWidth - BAR_GAP).toFixed(1)}" height="${(PLOT.bottom - top).toFixed(1)}" rx="2"/>`,
          `<text class="axis" x="${centre}" y="${(top - 6).toFixed(1)}" text-anchor="middle">${label}</text>`,
          `<text class="axis" x="${centre}" y="${PLOT.bottom + 16}" text-anchor="middle">${tapsPerFrame}</text>`,
        ].join('');
      }),
    ];
  });
  const legend = SUBJECTS.map((subject, index) => {
    const x = PLOT.left + index * 96;
    return `<rect class="${subject}" x="${x}" y="24" width="12" height="12" rx="2"/><text x="${x + 18}" y="34">${subject}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Taps per second by number of devices, for a bare echo, a naive room and this room">
<style>
text{font:13px system-ui,sans-serif;fill:#1f2937}.axis{font-size:11px;fill:#4b5563}.line{stroke:#d1d5db}
.echo{fill:#9ca3af}.naive{fill:#d97706}.room{fill:#4f46e5}
@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.axis{fill:#9ca3af}.line{stroke:#374151}.room{fill:#818cf8}}
</style>
${[...lines, ...bars, ...legend].join('\n')}
<text class="axis" x="${PLOT.right}" y="34" text-anchor="end">taps a second, logarithmic; below each bar: taps a frame</text>
</svg>
`;
}
