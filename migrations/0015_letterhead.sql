ALTER TABLE `events` ADD `organizer` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `address` text DEFAULT '' NOT NULL;