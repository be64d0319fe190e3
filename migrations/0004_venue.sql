ALTER TABLE `events` ADD `venue` text;--> statement-breakpoint
ALTER TABLE `events` ADD `display_token` text;--> statement-breakpoint
CREATE UNIQUE INDEX `events_display_token_unique` ON `events` (`display_token`);