import * as z from 'zod/mini';
import { writeDownFrame } from '../../shared/protocol/codec';
import type { DownFrame } from '../../shared/protocol/down';
import { CLOSE, RETRY_SINCE } from '../../shared/protocol/version';
import { errorMessage, type ErrorCode } from '../../shared/errors';
import { SubscriptionStatusSchema } from '../../shared/schemas/user';
import type { RoomConnection } from '../../rpc/contract';
import type { FlushAnswer, Reply } from '../counting/flush-pipeline';
import { CLIENT_IDS_PER_SOCKET_MAX } from '../limits';
import type { Clock, RoomSocket } from '../ports';
import { JurisdictionSchema, PrincipalSchema } from '../storage/row-schemas';
import { ViewerFlow } from './viewer-flow';

const device = {
  principal: PrincipalSchema,
  sessionId: z.string(),
  tier: z.enum(['counting', 'viewer']),
  /**
   * The protocol version that the device speaks; missing when an earlier version of worker or room did not store it.
   */
  protocol: z.optional(z.int()),
  /** For viewers: stands for the network address without revealing it. */
  address: z.optional(z.string()),
};

/** An upgrade as the worker hands it over. */
export const RoomConnectionSchema: z.ZodMiniType<RoomConnection> = z.object({
  eventId: z.string(),
  jurisdiction: JurisdictionSchema,
  ownerId: z.string(),
  revision: z.int(),
  account: z.object({ revision: z.int(), status: z.nullable(SubscriptionStatusSchema), trialEndsAt: z.int() }),
  ...device,
});

/** What a socket keeps while the room hibernates. */
export const AttachmentSchema = z.object({
  ...device,
  /** Null until join_event. */
  clientId: z.nullable(z.string()),
  openedAt: z.int(),
  /**
   * A running number of the room's sockets, since a clock may move backwards. Sockets of a version without it count as
   * oldest.
   */
  order: z.optional(z.int()),
});
export type Attachment = z.infer<typeof AttachmentSchema>;

/** The attachment of a socket that is being opened. Nothing else of the visitor is kept. */
export function newAttachment(visitor: RoomConnection, openedAt: number, order: number): Attachment {
  const { principal, sessionId, tier, protocol, address } = visitor;
  return { principal, sessionId, tier, protocol, address, clientId: null, openedAt, order };
}

/** One device's socket. Sending never throws: a dead socket is noticed by its close event. */
export class Connection {
  /** Receives the answers to its taps; null until it has joined. */
  reply: Reply | null = null;
  /** Not kept through hibernation: pings tell live devices from silent ones. */
  lastFrameAt: number;
  isOpen = true;
  /** Only for viewers; null for a device, which belongs to a session. */
  private readonly flow: ViewerFlow | null;
  /** Since the room woke. */
  private readonly clientIds = new Set<string>();

  constructor(
    private readonly socket: RoomSocket,
    private attachment: Attachment,
    /** Takes one frame of its allowance; false when it has sent too many. */
    private readonly takeFrame: (now: number) => boolean,
    private readonly onClosed: (connection: Connection) => void,
    private readonly now: Clock,
  ) {
    const answers = (attachment.protocol ?? 1) >= RETRY_SINCE;
    this.flow = attachment.tier === 'viewer' ? new ViewerFlow(answers, () => crypto.randomUUID()) : null;
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
  get address(): string {
    return this.attachment.address ?? '';
  }
  get openedAt(): number {
    return this.attachment.openedAt;
  }
  get order(): number {
    return this.attachment.order ?? 0;
  }
  get clientId(): string | null {
    return this.attachment.clientId;
  }

  /** False for one client id too many: each takes a row in storage. */
  mayJoinAs(clientId: string): boolean {
    return this.clientIds.has(clientId) || this.clientIds.size < CLIENT_IDS_PER_SOCKET_MAX;
  }

  bind(clientId: string): void {
    this.clientIds.add(clientId);
    this.attachment = { ...this.attachment, clientId };
    this.reply = this.replyFor(clientId);
    this.socket.serializeAttachment(this.attachment);
  }

  /** False when the device sends faster than allowed. */
  allowFrame(now: number): boolean {
    this.lastFrameAt = now;
    return this.takeFrame(now);
  }

  send(message: string): void {
    if (!this.isOpen) return;
    const fate = this.flow?.take(message.length, this.now()) ?? 'send';
    if (fate === 'close') this.close(CLOSE.goingAway, 'unread');
    if (fate === 'send') this.pass(message);
    const word = this.flow?.question(this.now()) ?? null;
    if (word !== null) this.pass(writeDownFrame({ type: 'question', word }));
  }

  /** A viewer has answered. Returns true when it missed a frame meanwhile and should get the newest. */
  hasMissedWhen(word: string): boolean {
    return this.flow?.said(word) ?? false;
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
    this.send(writeDownFrame(frame));
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.markClosed();
    try {
      this.socket.close(code, reason);
    } catch {
      // The other side is closing already.
    }
  }

  /** Sends the reason, then closes for good. */
  refuse(code: ErrorCode, closeCode: number): void {
    this.sendFrame({ type: 'error', code, message: errorMessage(code) });
    this.close(closeCode, code);
  }

  /**
   * Tells the device that taps from `seq` on may be sent again in `afterMs`. A device whose protocol version does not
   * know this frame is closed and comes back.
   */
  delay(seq: number | null, afterMs: number): void {
    if (seq !== null && (this.attachment.protocol ?? 1) >= RETRY_SINCE) this.sendFrame({ type: 'retry', seq, afterMs });
    else this.refuse('too_fast', CLOSE.tooFast);
  }

  /**
   * From now on the connection neither sends nor counts. Either the other side has closed the socket, or the room is
   * about to close it.
   */
  markClosed(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.onClosed(this);
  }

  /** A socket may join again under another client id. Answers for the earlier one are not for the new one. */
  private replyFor(clientId: string): Reply {
    return {
      ack: (answer) => {
        if (this.clientId === clientId) this.sendFrame(ackFrame(answer));
      },
      refuse: (code) => this.refuse(code, CLOSE.notAllowed),
      fail: (code) => this.close(CLOSE.failedCommit, code === 'storage_full' ? code : 'internal'),
      // Sent to every device, whether it has sent something or not.
      eventDeleted: () => {},
    };
  }
}

/** The answer as it goes over the wire; `rejected` and `floored` only when there are any. */
export const ackFrame = ({ seq, version, rejected, floored }: FlushAnswer) => ({
  type: 'ack' as const,
  seq,
  version,
  ...(rejected.length > 0 && {
    rejected: rejected.map((tap) => ({ ...tap, message: errorMessage(tap.code) })),
  }),
  ...(floored.length > 0 && { floored }),
});
