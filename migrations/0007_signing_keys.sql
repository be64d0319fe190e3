CREATE TABLE `signing_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL
);
