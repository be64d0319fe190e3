import * as z from 'zod/mini';
import { openSocket } from '../../durable-object/socket-host';
import { type Attachment, AttachmentSchema } from './connection';
import type { Connections } from './connections';

/** Functions for sockets that sleep while their room or relay hibernates. Their attachments stay. */

/** Adds the sockets that slept. Called when the object starts. */
export function addSleeping(connections: Connections, ctx: DurableObjectState): void {
  for (const socket of ctx.getWebSockets()) connections.add(socket, attachmentOf(socket));
}

/** Opens a socket with this attachment and returns its client end. */
export function openConnection(connections: Connections, ctx: DurableObjectState, attachment: Attachment): WebSocket {
  const { client, server } = openSocket(ctx);
  server.serializeAttachment(attachment);
  connections.add(server, attachment);
  return client;
}

/** Called when a socket has closed. */
export const noteClosed = (connections: Connections, socket: WebSocket): void =>
  connections.closed(socket, attachmentOf(socket));

const attachmentOf = (socket: WebSocket): Attachment => z.parse(AttachmentSchema, socket.deserializeAttachment());
