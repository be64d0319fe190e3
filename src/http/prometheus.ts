/**
 * The text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats): lines that end with a
 * line feed, and for each metric its help, its type and its samples.
 */

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

/** A metric whose value can rise and fall. Without samples it is left out. */
export interface Gauge {
  name: string;
  help: string;
  samples: readonly (readonly [labels: Labels, value: number])[];
}

const inHelp = (text: string): string => text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`);
const inLabel = (text: string): string => inHelp(text).replaceAll('"', String.raw`\"`);

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${inLabel(value)}"`)
    .join(',');

export const prometheusText = (gauges: readonly Gauge[]): string =>
  gauges
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ name, help, samples }) =>
        `# HELP ${name} ${inHelp(help)}\n# TYPE ${name} gauge\n${samples
          .map(([labels, value]) => `${name}{${labelText(labels)}} ${value}\n`)
          .join('')}`,
    )
    .join('');
