import { expect, test } from 'vitest';
import { serviceTexts } from '../../../src/shared/messages/service-texts';
import { billingTexts } from '../../../src/shared/rules/billing-details';
import { capacityTexts } from '../../../src/shared/rules/capacity';
import { categoryTexts } from '../../../src/shared/rules/categories';
import { emergencyTexts } from '../../../src/shared/rules/emergency';
import { inspectionEndTexts } from '../../../src/shared/rules/inspection-end';
import { nameTexts } from '../../../src/shared/rules/names';
import { orderTexts } from '../../../src/shared/rules/orders/check-order';
import { passwordTexts } from '../../../src/shared/rules/password';
import { noteTexts } from '../../../src/shared/rules/notes/check-note';
import { recountTexts } from '../../../src/shared/rules/recount';
import { reportDaysTexts, reportParameterTexts } from '../../../src/shared/rules/report-query';
import { scheduleTexts } from '../../../src/shared/schedule/check-schedule';
import { venueTexts } from '../../../src/shared/rules/venue-settings';

/**
 * Open pages of earlier releases know these ids, here by their number of values. A message with other values needs a new
 * id.
 */
const IDS: Readonly<Record<number, string>> = {
  0: `access_code_unknown address_not_https address_not_public address_port_refused alert_mails_unavailable
    alerts_not_rising area_change_missing area_incomplete area_name_empty area_occupied capacity_invalid capacity_not_positive
    card_removed categories_incomplete category_capacity_needs_outs category_name_empty category_name_unusable
    category_twice country_missing current_password_missing current_password_wrong day_not_shown
    drill_shows_invalid email_invalid
    evacuation_lets_nobody_in evacuation_runs
    event_days_incomplete event_days_invalid event_days_reversed event_elsewhere event_name_empty event_name_missing events_not_chosen events_not_for_role follows_invalid
    identifier_missing inspection_label_empty invitation_for_other key_addresses_invalid key_ended key_from_elsewhere key_invalid
    keys_alone machines_need_key source_of_organizer key_name_empty key_not_enough key_of_one_event no_places_left no_sealed_day no_such_call not_by_role note_unusable
    order_kind_invalid order_target_invalid other_account owners_only password_missing payment_unconfirmed points_in_use push_keys_invalid
    pushes_unavailable reason_missing reason_unusable recipient_choices_invalid recipient_events_unknown
    recipient_name_empty recipient_topics_invalid recipient_unconfirmed report_days_invalid report_days_reversed
    report_format_invalid report_interval_invalid report_revision_invalid report_time_invalid reports_unfinished
    second_step_by_other_owner second_step_code_wrong second_step_elsewhere second_step_exists second_step_missing second_step_own_first
    second_step_secret_invalid second_step_to_switch
    source_id_invalid taps_deleted time_zone_invalid`,
  1: `billing_text_unusable billing_text_wrong capacity_too_large categories_invalid category_capacity_invalid
    category_name_too_long category_name_twice count_invalid doubt_changed inspection_end_invalid inspection_hours_invalid
    key_fields_invalid
    field_invalid field_unknown item_empty item_kind_missing key_scope_missing name_unusable note_too_long orders_too_fast password_need password_too_long password_unmet payment_unconfirmed_at
    reason_too_long report_interval_too_short report_too_long safety_margin_invalid source_of_key taps_file_too_long
    target_minutes_invalid too_many_areas
    too_many_areas_ever too_many_categories too_many_categories_ever too_many_evacuations too_many_events
    too_many_inspector_links too_many_keys too_many_orders too_many_recipients too_many_sources too_many_streams
    too_many_trial_events unconfirmed_minutes_invalid untranslated`,
  2: `alerts_invalid billing_text_too_long categories_unequal key_renewal_invalid name_too_long notice_invalid`,
  3: `venue_people_invalid`,
};

test('each message has one id, which keeps its number of values', () => {
  const tables = [
    noteTexts,
    serviceTexts,
    billingTexts,
    capacityTexts,
    categoryTexts,
    emergencyTexts,
    inspectionEndTexts,
    nameTexts,
    orderTexts,
    passwordTexts,
    recountTexts,
  ];
  const all = [...tables, reportDaysTexts, reportParameterTexts, scheduleTexts, venueTexts];
  const ids = all.flatMap((texts) => Object.entries(texts).map(([id, text]) => `${id} ${text.length}`));
  const known = Object.entries(IDS).flatMap(([values, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((id) => `${id} ${values}`),
  );
  expect(ids.toSorted()).toEqual(known.toSorted());
});
