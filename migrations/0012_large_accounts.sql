DROP INDEX `activity_days_by_owner`;--> statement-breakpoint
CREATE INDEX `activity_days_counted` ON `activity_days` (`owner_id`,`counted_at`);--> statement-breakpoint
CREATE INDEX `activity_days_sent` ON `activity_days` (`owner_id`,`usage_at`) WHERE usage_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `sessions_by_user`;--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`,`created_at`,`session_id`);