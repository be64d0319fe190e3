CREATE TABLE `activity_days` (
	`event_id` text NOT NULL,
	`day` text NOT NULL,
	`owner_id` text NOT NULL,
	`counted_at` integer NOT NULL,
	`billable_at` integer,
	`attempted_at` integer,
	`usage_at` integer,
	`settled_at` integer,
	`rejections` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`event_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `activity_days_counted` ON `activity_days` (`owner_id`,`counted_at`);--> statement-breakpoint
CREATE INDEX `activity_days_sent` ON `activity_days` (`owner_id`,`usage_at`) WHERE usage_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `activity_days_waiting` ON `activity_days` (`owner_id`,`billable_at`) WHERE billable_at IS NOT NULL AND settled_at IS NULL;--> statement-breakpoint
CREATE TABLE `alert_recipients` (
	`recipient_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`secret` text,
	`mail_token` text,
	`language` text NOT NULL,
	`event_ids` text,
	`threshold` integer NOT NULL,
	`after_minutes` integer NOT NULL,
	`quiet_hours` text,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`topics` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_recipients_mail_token_unique` ON `alert_recipients` (`mail_token`);--> statement-breakpoint
CREATE INDEX `alert_recipients_by_owner` ON `alert_recipients` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`key_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`event_id` text,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`hint` text NOT NULL,
	`scopes` text NOT NULL,
	`addresses` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	`previous_hash` text,
	`previous_ends_at` integer,
	`end_mailed_for` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_key_hash_unique` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_previous_hash_unique` ON `api_keys` (`previous_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_owner` ON `api_keys` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `api_keys_by_expiry` ON `api_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `areas` (
	`area_id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`area_name` text NOT NULL,
	`capacity` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`limits` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`event_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `areas_by_event` ON `areas` (`event_id`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text NOT NULL,
	`slice_starts_at` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `slice_starts_at`)
);
--> statement-breakpoint
CREATE INDEX `attempts_by_age` ON `attempts` (`slice_starts_at`);--> statement-breakpoint
CREATE TABLE `awaited_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`file_key` text NOT NULL,
	`definition` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`event_name` text NOT NULL,
	`access_code` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`jurisdiction` text,
	`generation` integer DEFAULT 0 NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`report_time` text DEFAULT '06:00' NOT NULL,
	`start_date` text,
	`end_date` text,
	`venue` text,
	`organizer` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`display_token` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`purged_at` integer,
	`backed_up_at` integer,
	`backup_tried_at` integer,
	`opened_at` integer,
	`categories` text,
	`capacity_plan` text,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`user_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_access_code_unique` ON `events` (`access_code`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_display_token_unique` ON `events` (`display_token`);--> statement-breakpoint
CREATE INDEX `events_by_owner` ON `events` (`owner_id`);--> statement-breakpoint
CREATE TABLE `inspector_links` (
	`link_id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`openings` integer DEFAULT 0 NOT NULL,
	`last_opened_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inspector_links_token_hash_unique` ON `inspector_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `inspector_links_by_event` ON `inspector_links` (`event_id`);--> statement-breakpoint
CREATE INDEX `inspector_links_by_expiry` ON `inspector_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `password_resets_by_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`provider_event_id` text PRIMARY KEY NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_events_by_age` ON `provider_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `public_links` (
	`event_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `public_links_token_unique` ON `public_links` (`token`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`user_id` text,
	`event_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`browser` text DEFAULT '' NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`user_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`event_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_session_id_unique` ON `sessions` (`session_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`,`created_at`,`session_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_event` ON `sessions` (`event_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`subscription_status` text,
	`trial_ends_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`billing_first_name` text DEFAULT '' NOT NULL,
	`billing_last_name` text DEFAULT '' NOT NULL,
	`billing_business_name` text DEFAULT '' NOT NULL,
	`billing_address_line1` text DEFAULT '' NOT NULL,
	`billing_address_city` text DEFAULT '' NOT NULL,
	`billing_address_postcode` text DEFAULT '' NOT NULL,
	`billing_address_country` text DEFAULT '' NOT NULL,
	`billing_tax_id` text DEFAULT '' NOT NULL,
	`details_revision` integer DEFAULT 0 NOT NULL,
	`mirrored_revision` integer DEFAULT 0 NOT NULL,
	`stripe_customer_id` text,
	`period_starts_at` integer,
	`period_ends_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_id_unique` ON `users` (`stripe_customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_email` ON `users` (`email`) WHERE deleted_at IS NULL;