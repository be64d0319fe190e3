CREATE TABLE `member_invitations` (
	`invitation_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`owner_id` text NOT NULL,
	`invited_by` text NOT NULL,
	`role` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_invitations_token_hash_unique` ON `member_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `member_invitations_by_owner` ON `member_invitations` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `member_invitations_by_expiry` ON `member_invitations` (`expires_at`);