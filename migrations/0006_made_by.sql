ALTER TABLE `alert_recipients` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `events` ADD `display_made_by` text;--> statement-breakpoint
ALTER TABLE `inspector_links` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `public_links` ADD `made_by` text;--> statement-breakpoint
UPDATE `api_keys` SET `made_by` = `owner_id`;--> statement-breakpoint
UPDATE `alert_recipients` SET `made_by` = `owner_id`;--> statement-breakpoint
UPDATE `events` SET `display_made_by` = `owner_id` WHERE `display_token` IS NOT NULL;--> statement-breakpoint
UPDATE `inspector_links` SET `made_by` = (SELECT `owner_id` FROM `events` WHERE `events`.`event_id` = `inspector_links`.`event_id`);--> statement-breakpoint
UPDATE `public_links` SET `made_by` = (SELECT `owner_id` FROM `events` WHERE `events`.`event_id` = `public_links`.`event_id`);