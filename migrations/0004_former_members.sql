CREATE TABLE `former_members` (
	`owner_id` text NOT NULL,
	`person_id` text NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `person_id`)
);
