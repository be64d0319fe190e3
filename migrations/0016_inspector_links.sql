CREATE TABLE `inspector_links` (
	`link_id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`openings` integer DEFAULT 0 NOT NULL,
	`last_opened_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inspector_links_token_hash_unique` ON `inspector_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `inspector_links_by_event` ON `inspector_links` (`event_id`);--> statement-breakpoint
CREATE INDEX `inspector_links_by_expiry` ON `inspector_links` (`expires_at`);