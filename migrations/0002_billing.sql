CREATE TABLE `activity_days` (
	`event_id` text NOT NULL,
	`day` text NOT NULL,
	`owner_id` text NOT NULL,
	`counted_at` integer NOT NULL,
	`billable_at` integer,
	`attempted_at` integer,
	`usage_at` integer,
	`settled_at` integer,
	PRIMARY KEY(`event_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `activity_days_by_owner` ON `activity_days` (`owner_id`,`settled_at`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`provider_event_id` text PRIMARY KEY NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_events_by_age` ON `provider_events` (`received_at`);--> statement-breakpoint
ALTER TABLE `events` ADD `purged_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `details_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mirrored_revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `stripe_customer_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `period_starts_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `period_ends_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_id_unique` ON `users` (`stripe_customer_id`);