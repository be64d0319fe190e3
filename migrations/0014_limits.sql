ALTER TABLE `areas` ADD `limits` text;--> statement-breakpoint
ALTER TABLE `events` ADD `capacity_plan` text;