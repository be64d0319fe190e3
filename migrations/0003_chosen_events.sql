ALTER TABLE `member_invitations` ADD `event_ids` text;--> statement-breakpoint
ALTER TABLE `members` ADD `event_ids` text;