ALTER TABLE `alert_recipients` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `events` ADD `display_made_by` text;--> statement-breakpoint
ALTER TABLE `inspector_links` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `public_links` ADD `made_by` text;