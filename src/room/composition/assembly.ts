import type { FoundDefinition } from '../../rpc/definition';
import type { RoomRef } from '../../rpc/identity';
import type { RelayApi } from '../../rpc/relay-api';
import { writeDownFrame } from '../../shared/protocol/codec';
import type { Follower, RoomCore } from '../core/room-core';
import { FlushPipeline, type FlushPipelineDeps } from '../counting/flush-pipeline';
import { Locks } from '../counting/locks';
import { OccupancySetter } from '../counting/occupancy-setter';
import { TrialBudget, type TrialBudgetDeps } from '../counting/trial-budget';
import { Evacuations } from '../evacuation/evacuations';
import { AlertTracker } from '../live/alerts';
import { DeviceTracker } from '../live/devices';
import { FlowTracker } from '../live/flow';
import { Metrics, type MetricsDeps } from '../live/metrics';
import { Orders } from '../orders/orders';
import { Admission } from '../sockets/admission';
import { Broadcast } from '../sockets/broadcast';
import type { Connections } from '../sockets/connections';
import { DeviceMessages } from '../sockets/device-messages';
import { controlText, occupancyFrame } from '../sockets/frames';
import { Joins } from '../sockets/joins';
import { Syncs } from '../sockets/syncs';
import { TapEntry } from '../sockets/tap-entry';
import { Viewers } from '../sockets/viewers';
import { MachineAlerts } from '../sources/machine-alerts';
import { Sources, type SourcesDeps } from '../sources/sources';
import { DefinitionPull } from './definition-pull';
import { Room } from './room';

/** What the room's modules need of the outside. */
export interface RoomHost {
  connections: Connections;
  isBillingOn: boolean;
  trialTaps: TrialBudgetDeps['trialTaps'];
  batchesPerMinute: SourcesDeps['batchesPerMinute'];
  viewersPerRelay: number;
  windows: MetricsDeps['windows'];
  synced?: MetricsDeps['synced'];
  relayOf(event: RoomRef, relay: number): RelayApi;
  /** Reads D1's definition; resolves to undefined if D1 did not answer. */
  findDefinition(eventId: string, known: RoomRef | undefined): Promise<FoundDefinition | undefined>;
  onOutdatedReports: FlushPipelineDeps['onOutdatedReports'];
  /** Called when taps could not be stored. */
  onFailedCommit(event: RoomRef, failure: Parameters<FlushPipelineDeps['onFailedCommit']>[0]): void;
  onFreeTaps: TrialBudgetDeps['onFreeTaps'];
  onSlow?: MetricsDeps['onSlow'];
}

/** The objects that count, show and order. */
export type RoomModules = ReturnType<typeof assembleRoom>;

/**
 * Makes the room's modules on its core and connects them. Each gets those above it.
 * @param others follow what happens in the room, too
 */
export function assembleRoom(core: RoomCore, host: RoomHost, others: readonly Follower[]) {
  const { connections, isBillingOn, trialTaps, onFreeTaps, onOutdatedReports } = host;
  const devices = new DeviceTracker(core, connections);
  const flow = new FlowTracker(core);
  const alerts = new AlertTracker(core);
  const machineAlerts = new MachineAlerts(core);
  const openAlerts = () => ({ alerts: alerts.list });
  const { windows, synced, onSlow } = host;
  const metrics = new Metrics(core, { connections, windows, synced, onSlow });
  const orders = new Orders(core, { connections, devices });

  const trial = new TrialBudget(core, { trialTaps, isBillingOn, onFreeTaps });
  const locks = new Locks(core, trial);
  const definitionPull = new DefinitionPull(core, (eventId) => host.findDefinition(eventId, core.stateOrNone?.event));
  const pipeline = new FlushPipeline(core, {
    trial,
    isBillingOn,
    onOutdatedReports,
    onFailedCommit: (failure) => host.onFailedCommit(core.state.event, failure),
    askForAreas: async () => (await definitionPull.load(core.state.event.eventId)) !== undefined,
  });
  const { batchesPerMinute } = host;
  const sources = new Sources(core, { batchesPerMinute, connections, pipeline, machineAlerts });
  const occupancies = new OccupancySetter(core, sources.doubts);
  const evacuations = new Evacuations(core, { devices, occupancies, orders });

  const { viewersPerRelay } = host;
  const relayOf = (relay: number) => host.relayOf(core.state.event, relay);
  const viewers = new Viewers(core, { connections, relayOf, viewersPerRelay });
  const admission = new Admission(core, { connections, viewers });
  const deviceMessages = new DeviceMessages(core, connections);
  const syncs = new Syncs(core, { connections, openAlerts, orders, locks });
  const joins = new Joins(core, { connections, devices, syncs });
  const taps = new TapEntry(core, { connections, syncs, pipeline });
  const broadcast = new Broadcast({
    now: core.now,
    receivers: (tier) => (tier === 'relay' ? viewers.relays.all : connections.inTier(tier)),
    reached: (tier) => (tier === 'relay' ? viewers.relays.viewers : connections.inTier(tier).size),
    text: (tier, areaIds) => {
      if (tier === 'counting') return writeDownFrame(occupancyFrame(core.state, areaIds));
      return tier === 'relay' ? viewers.relayedFrame : viewers.frame;
    },
    control: (about) => controlText(core.state, about, openAlerts(), orders.teller),
    shownChanged: () => core.signal({ type: 'shown' }),
  });

  const room = new Room(core, {
    connections,
    definitionPull,
    pipeline,
    evacuations,
    doubts: sources.doubts,
    viewers,
    deviceMessages,
    joins,
    taps,
    metrics,
    orders,
    alerts,
  });
  // In this order they learn of a flush or a change.
  core.connect(pipeline, [devices, flow, alerts, machineAlerts, metrics, orders, syncs, broadcast, room, ...others]);
  return {
    core,
    connections,
    devices,
    flow,
    alerts,
    machineAlerts,
    orders,
    sources,
    occupancies,
    evacuations,
    viewers,
    admission,
    syncs,
    taps,
    room,
  };
}
