ALTER TABLE `api_keys` ADD `previous_hash` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `previous_ends_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `end_mailed_for` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_previous_hash_unique` ON `api_keys` (`previous_hash`);