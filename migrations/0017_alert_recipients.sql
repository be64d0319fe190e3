CREATE TABLE `alert_recipients` (
	`recipient_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`secret` text,
	`mail_token` text,
	`language` text NOT NULL,
	`event_ids` text,
	`threshold` integer NOT NULL,
	`after_minutes` integer NOT NULL,
	`quiet_hours` text,
	`created_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_recipients_mail_token_unique` ON `alert_recipients` (`mail_token`);--> statement-breakpoint
CREATE INDEX `alert_recipients_by_owner` ON `alert_recipients` (`owner_id`,`created_at`);