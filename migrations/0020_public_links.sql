CREATE TABLE `public_links` (
	`event_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `public_links_token_unique` ON `public_links` (`token`);