import * as z from 'zod/mini';
import { PersonSchema } from '../reports/entries';

/** What an owner can look for in the audit log. */
export const AUDIT_TOPICS = ['logins', 'members', 'keys', 'codes', 'billing', 'settings', 'deletions'] as const;
export type AuditTopic = (typeof AUDIT_TOPICS)[number];

/**
 * What the audit log has, by the id of the call that did it. What happens to an event's counts is in the event's journal
 * instead.
 */
export const AUDITED = {
  logIn: 'logins',
  switchAccount: 'logins',
  endSession: 'logins',
  endOtherSessions: 'logins',
  changePassword: 'logins',
  resetPassword: 'logins',
  setSecondStep: 'logins',
  endSecondStep: 'logins',
  inviteMember: 'members',
  endInvitation: 'members',
  acceptInvitation: 'members',
  changeMember: 'members',
  removeMember: 'members',
  demandSecondStep: 'members',
  resetSecondStep: 'members',
  // The entries of a deleted account go with it, so this entry means that a member has left.
  deleteAccount: 'members',
  createApiKey: 'keys',
  renewApiKey: 'keys',
  revokeApiKey: 'keys',
  replaceAccessCode: 'codes',
  makeDisplayLink: 'codes',
  revokeDisplayLink: 'codes',
  setPublicLink: 'codes',
  revokePublicLink: 'codes',
  createInspectorLink: 'codes',
  revokeInspectorLink: 'codes',
  saveBillingDetails: 'billing',
  attachPaymentMethod: 'billing',
  createEvent: 'settings',
  duplicateEvent: 'settings',
  renameEvent: 'settings',
  setVenue: 'settings',
  setCategories: 'settings',
  setCapacityPlan: 'settings',
  setSchedule: 'settings',
  setLetterhead: 'settings',
  setAssemblyPoints: 'settings',
  createArea: 'settings',
  updateArea: 'settings',
  createAlertRecipient: 'settings',
  changeAlertRecipient: 'settings',
  renewPushSubscription: 'settings',
  deleteAlertRecipient: 'deletions',
  deleteSource: 'deletions',
  deleteArea: 'deletions',
  deleteEvent: 'deletions',
} as const satisfies Readonly<Record<string, AuditTopic>>;
export type AuditAction = keyof typeof AUDITED;

export const isAuditAction = (id: string): id is AuditAction => Object.hasOwn(AUDITED, id);

/** An entry of the audit log: who did what, and to what. */
const AuditEntrySchema = z.object({
  entryId: z.int(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  topic: z.enum(AUDIT_TOPICS),
  /** The id of the call that did it. */
  action: z.string(),
  /** The member who did it; missing for an API key and the operator. */
  person: z.optional(PersonSchema),
  /** The name of the API key that did it; null for one that is not known any more, and missing otherwise. */
  keyName: z.optional(z.nullable(z.string())),
  /** Whether the operator of the installation did it, and no member or key. */
  isOperator: z.optional(z.boolean()),
  /** The member whom it concerns; missing if it concerns none. */
  concerns: z.optional(PersonSchema),
  /** The event, with the name that it had then; both are null if it concerns none. */
  eventId: z.nullable(z.string()),
  eventName: z.nullable(z.string()),
  /**
   * A member’s new role with the ids of its events, `on` or `off`, or the name of an area, a key, a recipient, a machine or a
   * browser.
   */
  detail: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntrySchema>;

/** The answer of GET /api/audit, newest first. */
export const AuditLogSchema = z.object({
  entries: z.array(AuditEntrySchema),
  /** Where the next page begins; missing on the last one. */
  next: z.optional(z.string()),
});
export type AuditLog = z.infer<typeof AuditLogSchema>;
