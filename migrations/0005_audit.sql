CREATE TABLE `audit_entries` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`event_id` text,
	`event_name` text,
	`person_id` text,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `audit_entries_by_owner` ON `audit_entries` (`owner_id`,`entry_id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`at`);