ALTER TABLE `users` ADD `billing_first_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_last_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_business_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_address_line1` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_address_city` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_address_postcode` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_address_country` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_tax_id` text DEFAULT '' NOT NULL;