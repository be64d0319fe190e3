CREATE TABLE `members` (
	`owner_id` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `members_by_person` ON `members` (`person_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `people` (
	`person_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_email_unique` ON `people` (`email`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `person_id` text;--> statement-breakpoint
CREATE INDEX `sessions_by_person` ON `sessions` (CASE WHEN person_id IS NULL THEN user_id ELSE person_id END,`created_at`,`session_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
INSERT INTO `people` (`person_id`, `email`, `password_hash`, `created_at`) SELECT `user_id`, `email`, `password_hash`, `created_at` FROM `users` WHERE `deleted_at` IS NULL;--> statement-breakpoint
INSERT INTO `members` (`owner_id`, `person_id`, `role`, `created_at`) SELECT `user_id`, `user_id`, 'owner', `created_at` FROM `users` WHERE `deleted_at` IS NULL;
