import { type Counter, type Crowd, settled, wrongOf } from '../../support/counter';
import { type Line, noClients } from '../../support/node-effects';
import { type Goal, goal } from '../goals';
import { Latencies } from '../latencies';
import { type DeviceHooks, openVenues, type VenuesOptions, WITHIN_MS } from '../venues';
import { Outages } from './outages';
import { startStormyServer, type StormyServer } from './stormy-server';

export interface StormOptions extends Omit<VenuesOptions, 'url'> {
  /** How often each fault happens. */
  rounds: number;
  /** How long D1 is out of reach. */
  outageMs: number;
  report: (line: string) => void;
}

/** What a storm has shown: its goals, and its figures as lines of Markdown. */
export interface StormResult {
  goals: Goal[];
  figures: string[];
  wrong: string[];
}

/** Venues that count while a storm goes over them. */
export interface StormRun {
  server: StormyServer;
  crowds: Crowd[];
  devices: Counter[];
  /** The connections of each device. */
  lines: Set<Line>[];
  outages: Outages;
  /** Tap → ack in ms, of all devices since the last `takeAcks`, by device. */
  takeAcks: (include?: (device: number) => boolean) => Latencies;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/**
 * Opens the venues, lets all devices tap during `storm`, and compares the server's numbers with the taps afterwards.
 * @param storm returns its own goals and figures
 */
export async function runStorm(
  options: StormOptions,
  storm: (run: StormRun) => Promise<StormResult>,
  hooksOf: (device: number, counter: () => Counter | undefined) => Partial<DeviceHooks> = () => ({}),
): Promise<StormResult> {
  const server = await startStormyServer();
  const outages = new Outages();
  const lines: Set<Line>[] = [];
  let devices: Counter[] = [];
  let acks: { device: number; tookMs: number }[] = [];
  const counts = noClients();
  const crowds = await openVenues({ ...options, url: server.url }, (device) => {
    const own = new Set<Line>();
    lines[device] = own;
    return {
      line: { counts, lines: own },
      acknowledged: (tappedAt, now) => {
        acks.push({ device, tookMs: now - tappedAt });
        outages.acknowledged(device, tappedAt, now);
      },
      disconnected: () => outages.lost(device, devices[device]),
      ...hooksOf(device, () => devices[device]),
    };
  });
  devices = crowds.flatMap((crowd) => crowd.devices);
  options.report(`${crowds.length} rooms, ${devices.length} devices`);
  const takeAcks: StormRun['takeAcks'] = (include = () => true) => {
    const latencies = new Latencies();
    for (const { device, tookMs } of acks) if (include(device)) latencies.record(tookMs);
    acks = [];
    return latencies;
  };
  try {
    for (const device of devices) device.startTapping();
    const { goals, figures, wrong } = await storm({ server, crowds, devices, lines, outages, takeAcks });
    for (const device of devices) device.stopTapping();
    const miscounted: string[] = [];
    for (const crowd of crowds) {
      const after = await settled(server.url, crowd, WITHIN_MS);
      if (after === null) wrong.push('The devices do not all show what the server says.');
      miscounted.push(...(await wrongOf(server.url, crowd)));
    }
    const taps = whole(devices.reduce((sum, device) => sum + device.taps, 0));
    const isCounted = goal('taps made, and counted as they must be', taps, 'all', miscounted.length === 0);
    return { goals: [isCounted, ...goals], figures, wrong: [...wrong, ...miscounted] };
  } finally {
    for (const { channel } of devices) channel.close();
    await server.close();
  }
}
