CREATE TABLE `second_steps` (
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`secret` text NOT NULL,
	`last_used_step` integer NOT NULL,
	`recovery_codes` text NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer,
	PRIMARY KEY(`person_id`, `kind`),
	FOREIGN KEY (`person_id`) REFERENCES `people`(`person_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `second_steps_by_end` ON `second_steps` (`ends_at`) WHERE ends_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `second_step_demanded` integer DEFAULT false NOT NULL;