import { type Message, message } from './message';

/** The texts of refusals by services. The web imports only their type. */
export const serviceTexts = {
  email_invalid: () => 'Please enter a valid email address.',
  identifier_missing: () => 'Please enter your email or access code.',
  password_missing: () => 'Please enter your password.',
  current_password_missing: () => 'Please enter your current password.',
  current_password_wrong: () => 'The current password is not right.',
  second_step_secret_invalid: () => 'The secret needs at least 160 bits in Base32.',
  second_step_code_wrong: () => 'This code is not right, or was used before. Please enter the next one.',
  second_step_exists: () => 'This login has a second step. End it before you set another one up.',
  second_step_missing: () => 'This login has no second step.',
  second_step_own_first: () => 'Please set up a second step of your own before you demand one of all members.',
  second_step_by_other_owner: () =>
    'Only another owner can reset your second step. You can end it yourself with one of its codes.',
  second_step_elsewhere: () =>
    'This login belongs to another account, too, which its second step protects. Please ask the operator to reset it.',
  second_step_to_switch: () =>
    'That account demands a second step. Set one up in the account settings, under Security, and try again then.',
  access_code_unknown: () => 'No event found for this access code.',
  area_change_missing: () => 'Send a new area name, capacity or limits.',
  too_many_events: (max: number) => `An account can have at most ${max} events. Delete one to create another.`,
  too_many_trial_events: (max: number) =>
    `Without a subscription, an account has ${max} events, including deleted ones. Please contact support to create another.`,
  too_many_areas: (max: number) => `An event can have at most ${max} areas. Delete one to create another.`,
  too_many_areas_ever: (max: number) => `This event has had ${max} areas. Please create another event.`,
  too_many_categories_ever: (max: number) => `This event has had ${max} categories. Please create another event.`,
  events_not_chosen: () => 'Please choose at least one event for this role (eventIds).',
  events_not_for_role: () => 'This role has all events of the account. Leave eventIds out.',
  inspection_hours_invalid: (max: number) => `A link is valid for a whole number of hours, from 1 to ${max}.`,
  too_many_inspector_links: (max: number) =>
    `An event can have at most ${max} inspectors’ links at a time. Revoke one to create another.`,
  too_many_streams: (max: number) => `An event can have at most ${max} streams at a time. Close one to open another.`,
  too_many_orders: (max: number) => `At most ${max} orders can be in force at a time. End one to give another.`,
  orders_too_fast: (max: number) =>
    `At most ${max} orders that let people in can be given in a minute. Orders that keep people out always can.`,
  too_many_sources: (max: number) => `An event can have at most ${max} machines that count.`,
  source_id_invalid: () =>
    'source.sourceId has at most 48 letters, digits, dots, hyphens and underscores: write a MAC address without colons.',
  field_invalid: (path: string) => `${path} is missing or not valid.`,
  field_unknown: (path: string) => `${path} does not exist. Please check the name of the field.`,
  item_kind_missing: (path: string) => `${path} needs a seq, a key, or inTotal and outTotal.`,
  item_empty: (path: string) => `${path} needs in or out: how many people passed.`,
  machines_need_key: () =>
    'Only an API key with the scope “count” and the organizer can send for machines. An access code cannot.',
  source_of_key: (name: string) =>
    `This machine belongs to the API key “${name}”, which is in force. Send with that key, renewed if need be, or revoke it; or send once with “takeOver”: true beside “source”.`,
  source_of_organizer: () =>
    'This machine belongs to the organizer, who has sent for it without a key. To take it over, send once with “takeOver”: true beside “source”.',
  doubt_changed: (people: number) => `By now up to ${people} people may be missing. Please look at the number again.`,
  evacuation_runs: () => 'An evacuation or a drill already runs at this event. End it first.',
  too_many_evacuations: (max: number) =>
    `At most ${max} drills can begin within an hour. Please wait before you start another. An evacuation can start at any time.`,
  evacuation_lets_nobody_in: () =>
    'While an evacuation runs, no order can let people in: only stop and hold. Orders can be given anew when it has ended.',
  area_occupied: () =>
    'People are inside this area by the count. While an evacuation or a drill runs, it cannot be deleted.',
  points_in_use: () => 'While an evacuation or a drill runs, assembly points can be added and not removed.',
  recipient_choices_invalid: () => 'Please check the events, the level, the minutes and the quiet hours.',
  recipient_topics_invalid: () => 'Only webhooks get other messages than alerts.',
  recipient_events_unknown: () => 'Some of these events do not exist any more.',
  too_many_recipients: (max: number) => `An account can have at most ${max} recipients. Delete one to add another.`,
  address_not_https: () => 'Please enter an address that begins with https://.',
  address_not_public: () => 'This address does not lead to a server on the public internet.',
  address_port_refused: () => 'Please enter an address without a port, or with a usual one for HTTPS, such as 8443.',
  alert_mails_unavailable: () => 'This installation sends no mails.',
  pushes_unavailable: () => 'This installation sends no notifications to browsers.',
  push_keys_invalid: () => 'This browser’s subscription is incomplete. Please try again.',
  recipient_unconfirmed: () => 'The holder of this address has not confirmed it yet.',
  key_invalid: () => 'This API key does not exist, has expired or was revoked.',
  key_not_enough: () => 'This call cannot be made with an API key. Please log in.',
  key_from_elsewhere: () => 'This API key cannot be used from this address.',
  key_scope_missing: (scope: string) => `This call needs an API key with the scope “${scope}”.`,
  key_of_one_event: () => 'This API key is for one event. This call needs one for the whole account.',
  key_fields_invalid: (maxDays: number) =>
    `Please check the scopes and the expiry: a key is valid for 1 to ${maxDays} days.`,
  key_renewal_invalid: (maxDays: number, maxOverlap: number) =>
    `Please check days (1 to ${maxDays}) and overlapDays (0 to ${maxOverlap}).`,
  key_ended: () =>
    'This key has expired, was revoked or was renewed a moment ago. A key that has ended cannot be renewed: create a new one.',
  keys_alone: () => 'This call says what an API key is. It can only be made with one.',
  key_addresses_invalid: () => 'Please enter IP addresses or ranges such as 203.0.113.0/24.',
  too_many_keys: (max: number) => `An account can have at most ${max} API keys. Revoke one to create another.`,
  reports_unfinished: () => 'The reports of this event are still being made. Please try again in a few minutes.',
  day_not_shown: () =>
    'This link shows business days that ended after it was made. Please ask the organizer for earlier ones.',
  no_sealed_day: () => 'None of these days is closed and sealed yet. A day is sealed a few minutes after it ends.',
  taps_deleted: () =>
    'The single taps of some of these days are not kept any more. Please ask for later days, or for their report.',
  card_removed: () => 'This card was removed and cannot be used again. Please enter it once more.',
  payment_unconfirmed: () =>
    'Your card is saved, but your bank wants you to confirm this payment. Please try another card.',
  payment_unconfirmed_at: (page: string) =>
    `Your card is saved, but your bank wants you to confirm this payment. Please do so at ${page}`,
  invitation_for_other: () => 'This invitation is for another email address.',
  owners_only: () => 'Only owners of this account may do this. Please ask one of them.',
  not_by_role: () => 'Your role does not allow this. Please ask an owner or manager of the account.',
  event_elsewhere: () => 'This event belongs to another of your accounts. Please switch to that account.',
  other_account: () => 'You have switched to another account. Please reload this page.',
  no_such_call: () => 'There is no such call.',
  /** A text that is shown as it is in every language: a bank's own, or one for operators. */
  untranslated: (text: string) => text,
};

/** Makes the message of a text for which there is no translation: a bank's own, or one for operators. */
export const untranslated = (text: string): Message => message(serviceTexts, 'untranslated', text);
