CREATE TABLE `awaited_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`file_key` text NOT NULL,
	`definition` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `events` ADD `backed_up_at` integer;