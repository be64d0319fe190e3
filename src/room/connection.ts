import * as z from 'zod/mini';
import { writeDownFrame } from '../shared/protocol/codec';
import type { DownFrame } from '../shared/protocol/down';
import { CLOSE } from '../shared/protocol/version';
import { errorMessage, type ErrorCode } from '../shared/errors';
import { SubscriptionStatusSchema } from '../shared/schemas/user';
import type { RoomConnection } from '../lib/contract';
import type { FlushAnswer, Reply } from './intake';
import { CLIENT_IDS_PER_SOCKET_MAX, FRAME_BURST_S, VIEWER_FRAME_BURST, VIEWER_FRAMES_PER_SECOND } from './limits';
import type { RoomSocket } from './ports';
import { JurisdictionSchema, PrincipalSchema } from './storage-rows';

const device = { principal: PrincipalSchema, sessionId: z.string(), tier: z.enum(['counting', 'viewer']) };

/** An upgrade, as the worker hands it over. */
export const RoomConnectionSchema: z.ZodMiniType<RoomConnection> = z.object({
  eventId: z.string(),
  jurisdiction: JurisdictionSchema,
  ownerId: z.string(),
  revision: z.int(),
  account: z.object({ revision: z.int(), status: z.nullable(SubscriptionStatusSchema), trialEndsAt: z.int() }),
  ...device,
});

/** What a socket keeps through hibernation. */
export const AttachmentSchema = z.object({
  ...device,
  /** Null until join_event. */
  clientId: z.nullable(z.string()),
  openedAt: z.int(),
  /** Counts the room's sockets: a clock may go back. Those of a version that did not count are older than any. */
  order: z.optional(z.int()),
});
export type Attachment = z.infer<typeof AttachmentSchema>;

/** One device's socket. Sending never throws: a socket that is gone is noticed by its close event. */
export class Connection {
  private readonly framesPerSecond: number;
  private readonly frameBurst: number;
  private tokens: number;
  private refilledAt: number;
  /** Where the answers to its taps go; null until it has joined. */
  reply: Reply | null = null;
  /** Not known through hibernation: devices are told apart from silent ones by their pings. */
  lastFrameAt: number;
  isOpen = true;
  /** Since the room woke. */
  private readonly clientIds = new Set<string>();

  constructor(
    private readonly socket: RoomSocket,
    private attachment: Attachment,
    framesPerSecond: number,
    private readonly onClosed: (connection: Connection) => void,
  ) {
    if (attachment.clientId !== null) {
      this.reply = this.replyFor(attachment.clientId);
      this.clientIds.add(attachment.clientId);
    }
    const isViewer = attachment.tier === 'viewer';
    this.framesPerSecond = isViewer ? VIEWER_FRAMES_PER_SECOND : framesPerSecond;
    this.frameBurst = isViewer ? VIEWER_FRAME_BURST : framesPerSecond * FRAME_BURST_S;
    this.tokens = this.frameBurst;
    this.refilledAt = attachment.openedAt;
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
  get openedAt(): number {
    return this.attachment.openedAt;
  }
  get order(): number {
    return this.attachment.order ?? 0;
  }
  get clientId(): string | null {
    return this.attachment.clientId;
  }

  /** False for one client id too many: each is a row. */
  mayJoinAs(clientId: string): boolean {
    return this.clientIds.has(clientId) || this.clientIds.size < CLIENT_IDS_PER_SOCKET_MAX;
  }

  bind(clientId: string): void {
    this.clientIds.add(clientId);
    this.attachment = { ...this.attachment, clientId };
    this.reply = this.replyFor(clientId);
    this.socket.serializeAttachment(this.attachment);
  }

  /** Token bucket: false when the device sends faster than its tier may. */
  allowFrame(now: number): boolean {
    const refill = (Math.max(0, now - this.refilledAt) / 1000) * this.framesPerSecond;
    this.tokens = Math.min(this.frameBurst, this.tokens + refill) - 1;
    this.refilledAt = now;
    this.lastFrameAt = now;
    return this.tokens >= 0;
  }

  send(message: string): void {
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
      // Already closing from the other side.
    }
  }

  /** Says why, then closes for good. */
  refuse(code: ErrorCode, closeCode: number): void {
    this.sendFrame({ type: 'error', code, message: errorMessage(code) });
    this.close(closeCode, code);
  }

  /** It sends and counts no more; the other side has closed, or is about to be told. */
  markClosed(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.onClosed(this);
  }

  /** A socket may join again under another client id: answers for the one before are not for the new one. */
  private replyFor(clientId: string): Reply {
    return {
      ack: (answer) => {
        if (this.clientId === clientId) this.sendFrame(ackFrame(answer));
      },
      refuse: (code) => this.refuse(code, CLOSE.notAllowed),
      fail: () => this.close(CLOSE.failedCommit, 'internal'),
      // The room tells every device, whether it has sent something or not.
      eventDeleted: () => {},
    };
  }
}

/** The wire's form of an answer; `rejected` and `floored` only where there are any. */
export const ackFrame = ({ seq, version, rejected, floored }: FlushAnswer) => ({
  type: 'ack' as const,
  seq,
  version,
  ...(rejected.length > 0 && {
    rejected: rejected.map((tap) => ({ ...tap, message: errorMessage(tap.code) })),
  }),
  ...(floored.length > 0 && { floored }),
});
