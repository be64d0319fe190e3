CREATE TABLE `areas` (
	`area_id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`area_name` text NOT NULL,
	`capacity` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
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
CREATE TABLE `events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`event_name` text NOT NULL,
	`access_code` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`jurisdiction` text,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`report_time` text DEFAULT '06:00' NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`user_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_access_code_unique` ON `events` (`access_code`);--> statement-breakpoint
CREATE INDEX `events_by_owner` ON `events` (`owner_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`user_id` text,
	`event_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`user_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`event_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_session_id_unique` ON `sessions` (`session_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_event` ON `sessions` (`event_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`subscription_status` text,
	`trial_ends_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_email` ON `users` (`email`) WHERE deleted_at IS NULL;