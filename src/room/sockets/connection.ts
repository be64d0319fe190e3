import * as z from 'zod/mini';
import { writeDownFrame } from '../../shared/protocol/codec';
import { withoutAccessCode } from '../../shared/rules/access-code';
import type { DownFrame } from '../../shared/protocol/down';
import { CLOSE } from '../../shared/protocol/version';
import { errorMessage, type ErrorCode } from '../../shared/errors';
import { SubscriptionStatusSchema } from '../../shared/schemas/user';
import type { RoomConnection } from '../../rpc/connections';
import type { FlushAnswer, Reply } from '../state/batch';
import { CLIENT_IDS_PER_SOCKET_MAX } from './limits';
import type { Clock, RoomSocket } from '../ports';
import { JurisdictionSchema, PrincipalSchema } from '../storage/row-schemas';
import { ViewerReadCheck } from './viewer-read-check';

const device = {
  principal: PrincipalSchema,
  sessionId: z.string(),
  tier: z.enum(['counting', 'viewer']),
  /** Missing for sockets that were opened before there were members who only watch. */
  mayCount: z.optional(z.boolean()),
  /** The protocol version that the device speaks. A room of the next version knows by it which sockets speak this one. */
  protocol: z.int(),
  /** For viewers: a value that stands for the network address without revealing it. */
  address: z.optional(z.string()),
};

/** The data of an upgrade that the worker sends to the room. */
export const RoomConnectionSchema = z.object({
  eventId: z.string(),
  jurisdiction: JurisdictionSchema,
  ownerId: z.string(),
  revision: z.int(),
  account: z.object({ revision: z.int(), status: z.nullable(SubscriptionStatusSchema), trialEndsAt: z.int() }),
  notRelay: z.optional(z.int()),
  ...device,
}) satisfies z.ZodMiniType<RoomConnection>;

/** The data that a socket keeps while the room hibernates. */
export const AttachmentSchema = z.object({
  ...device,
  /** Null until the device has sent `join_event`. */
  clientId: z.nullable(z.string()),
  openedAt: z.int(),
  /** A running number of the room's sockets. A time would not do, because the clock can move backwards. */
  order: z.int(),
});
export type Attachment = z.infer<typeof AttachmentSchema>;

/** The attachment of a socket that is being opened. No other data of the upgrade is kept. */
export function newAttachment(caller: RoomConnection, openedAt: number, order: number): Attachment {
  const { principal, sessionId, tier, mayCount, protocol, address } = caller;
  return { principal, sessionId, tier, mayCount, protocol, address, clientId: null, openedAt, order };
}

/**
 * Whether the worker holds this viewer's socket for an event stream: it stands for an admin or an API key, and a display's
 * for a link.
 */
export const isStream = ({ tier, principal }: Pick<Attachment, 'tier' | 'principal'>): boolean =>
  tier === 'viewer' && !principal.startsWith('display:');

/** One socket of a device or viewer. Sending never throws: the room notices a dead socket by its close event. */
export class Connection {
  /** Sends the answers to the device's taps; null until the device has joined. */
  reply: Reply | null = null;
  /**
   * When the last frame arrived, epoch ms. It is lost in hibernation; then pings tell live devices from silent devices.
   */
  lastFrameAt: number;
  isOpen = true;
  /** Null for a device: the room only asks viewers whether they read their frames. */
  private readonly flow: ViewerReadCheck | null;
  /** The client ids under which the socket has joined since the room woke. */
  private readonly clientIds = new Set<string>();

  constructor(
    private readonly socket: RoomSocket,
    private attachment: Attachment,
    /** Takes one frame from the allowance; false if the device has sent too many. */
    private readonly takeFrame: (now: number) => boolean,
    private readonly onClosed: (connection: Connection) => void,
    private readonly now: Clock,
  ) {
    this.flow = attachment.tier === 'viewer' ? new ViewerReadCheck(() => crypto.randomUUID()) : null;
    if (attachment.clientId !== null) {
      this.reply = this.replyFor(attachment.clientId);
      this.clientIds.add(attachment.clientId);
    }
    this.lastFrameAt = attachment.openedAt;
  }

  get principal(): Attachment['principal'] {
    return this.attachment.principal;
  }
  get sessionId(): string {
    return this.attachment.sessionId;
  }
  get tier(): Attachment['tier'] {
    return this.attachment.tier;
  }
  /** Whether the socket may send taps, and is told access codes. */
  get mayCount(): boolean {
    return this.tier === 'counting' && this.attachment.mayCount !== false;
  }
  get address(): string {
    return this.attachment.address ?? '';
  }
  get openedAt(): number {
    return this.attachment.openedAt;
  }
  get order(): number {
    return this.attachment.order;
  }
  get clientId(): string | null {
    return this.attachment.clientId;
  }

  /** False if the socket has already used too many client ids: each of them takes a row in storage. */
  mayJoinAs(clientId: string): boolean {
    return this.clientIds.has(clientId) || this.clientIds.size < CLIENT_IDS_PER_SOCKET_MAX;
  }

  bind(clientId: string): void {
    this.clientIds.add(clientId);
    this.attachment = { ...this.attachment, clientId };
    this.reply = this.replyFor(clientId);
    this.socket.serializeAttachment(this.attachment);
  }

  /** Takes one frame from the allowance; false if the device sends faster than allowed. */
  allowFrame(now: number): boolean {
    this.lastFrameAt = now;
    return this.takeFrame(now);
  }

  send(message: string): void {
    if (!this.isOpen) return;
    const fate = this.flow?.admit(message.length, this.now()) ?? 'send';
    if (fate === 'close') this.close(CLOSE.goingAway, 'unread');
    if (fate === 'send') this.pass(message);
    const word = this.flow?.question(this.now()) ?? null;
    if (word !== null) this.pass(writeDownFrame({ type: 'question', word }));
  }

  /**
   * Called when a viewer has answered a question with `word`. Returns true if the viewer missed a frame in the meantime
   * and should get the newest frame.
   */
  hasMissedWhen(word: string): boolean {
    return this.flow?.answered(word) ?? false;
  }

  private pass(message: string): void {
    if (!this.isOpen) return;
    try {
      this.socket.send(message);
    } catch {
      this.markClosed();
    }
  }

  sendFrame(frame: DownFrame): void {
    this.send(frameText(frame, this));
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.markClosed();
    try {
      this.socket.close(code, reason);
    } catch {
      // The other side is already closing the socket.
    }
  }

  /** Sends an error frame with the reason, then closes the socket for good. */
  refuse(code: ErrorCode, closeCode: number): void {
    this.sendFrame({ type: 'error', code, message: errorMessage(code) });
    this.close(closeCode, code);
  }

  /**
   * Tells the device to send its taps from `seq` on again in `afterMs` ms. Without seqs its socket is closed, and the
   * device reconnects.
   */
  delay(seq: number | null, afterMs: number): void {
    if (seq !== null) this.sendFrame({ type: 'retry', seq, afterMs });
    else this.refuse('too_fast', CLOSE.tooFast);
  }

  /**
   * Marks the connection as closed: from now on it neither sends nor counts. Either the other side has closed the
   * socket, or the caller is about to close it.
   */
  markClosed(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.onClosed(this);
  }

  /** A socket can join again under another client id. It then no longer gets acks for the earlier client id. */
  private replyFor(clientId: string): Reply {
    return {
      ack: (answer) => {
        if (this.clientId === clientId) this.sendFrame(ackFrame(answer));
      },
      refuse: (code) => this.refuse(code, CLOSE.notAllowed),
      fail: (code) => this.close(CLOSE.failedCommit, code === 'storage_full' ? code : 'internal'),
      // `Room.markDeleted` sends `event_deleted` to every device, whether or not the device has sent taps.
      eventDeleted: () => {},
    };
  }
}

/** The ack frame for an answer. `rejected` and `floored` are present only if they are not empty. */
export const ackFrame = ({ seq, version, rejected, floored }: FlushAnswer) => ({
  type: 'ack' as const,
  seq,
  version,
  ...(rejected.length > 0 && {
    rejected: rejected.map((tap) => ({ ...tap, message: errorMessage(tap.code) })),
  }),
  ...(floored.length > 0 && { floored }),
});

/** The frame as text. Whoever may not count gets no access code. */
export const frameText = (frame: DownFrame, { mayCount }: Pick<Connection, 'mayCount'>): string =>
  mayCount ? writeDownFrame(frame) : JSON.stringify(frame, withoutAccessCode);

/** Tells a counting device that the event was deleted, and closes the socket. */
export function tellDeletedAndClose(connection: Connection, eventId: string): void {
  if (connection.tier === 'counting') connection.sendFrame({ type: 'event_deleted', eventId });
  connection.close(CLOSE.eventDeleted, 'event_deleted');
}
