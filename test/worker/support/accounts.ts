import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { AreaSchema, type Area } from '../../../src/shared/schemas/area';
import { EventSchema, type Event } from '../../../src/shared/schemas/event';
import { type Answer, type Client, createClient } from './client';

export const PASSWORD = 'Aa345678!';

let counter = 0;
/** A new address each time, so that tests never meet. */
export const newEmail = (): string => `admin${(counter += 1)}@headroom.test`;

export interface Admin {
  client: Client;
  email: string;
}

/** Signs up a new account and logs its admin in. */
export async function signUp(client: Client = createClient()): Promise<Admin> {
  const email = newEmail();
  const signedUp = await client.post('/api/auth/signup', { email, password: PASSWORD });
  expect(signedUp.status).toBe(201);
  const loggedIn = await client.post('/api/auth/login', { username: email, password: PASSWORD });
  expect(loggedIn.status).toBe(200);
  return { client, email };
}

export async function loginWithCode(accessCode: string, client: Client = createClient()): Promise<Client> {
  const answer = await client.post('/api/auth/login', { username: accessCode, password: null });
  expect(answer.status).toBe(200);
  return client;
}

export async function createEvent({ client }: Admin, eventName = 'Summer Fest'): Promise<Event> {
  const answer = await client.post('/api/events', { eventName });
  expect(answer.status).toBe(201);
  return z.parse(EventSchema, answer.body);
}

export async function createArea(
  { client }: Admin,
  eventId: string,
  areaName = 'Main Stage',
  capacity = 500,
): Promise<Area> {
  const answer = await client.post(`/api/events/${eventId}/areas`, { areaName, capacity });
  expect(answer.status).toBe(201);
  return z.parse(AreaSchema, answer.body);
}

/** All admins have just confirmed their passwords. */
export async function confirmPasswords(): Promise<void> {
  await env.DB.prepare('UPDATE sessions SET confirmed_at = ? WHERE user_id IS NOT NULL').bind(Date.now()).run();
}

/** Deletes the account as if the admin had just confirmed the password. */
export async function deleteAccount(client: Client): Promise<Answer> {
  await confirmPasswords();
  return await client.call('DELETE', '/api/users');
}

/** An admin with one event with one area, and a device that is logged in with its access code. */
export async function createVenue() {
  const admin = await signUp();
  const event = await createEvent(admin);
  const area = await createArea(admin, event.eventId);
  const device = await loginWithCode(event.accessCode);
  return { admin, event, area, device };
}

/** Lets calls reach the event's room, as after its first device has joined. The room loads the event with the first. */
async function openRoomOf(eventId: string): Promise<void> {
  await env.DB.prepare('UPDATE events SET opened_at = 1 WHERE event_id = ?').bind(eventId).run();
}

/** A venue whose room can be called. */
export async function createOpenVenue() {
  const venue = await createVenue();
  await openRoomOf(venue.event.eventId);
  return venue;
}
