import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** What the product says to the letter: the texts that its specification quotes, in its order. */
const TEXTS = [
  'Email or Access Code',
  'Logging in...',
  'Create Account',
  'Creating Account...',
  'Account created successfully! Please log in.',
  '404 - Page Not Found',
  'Sorry, the page you are looking for does not exist. It might have been moved or deleted.',
  'Return to Home Page',
  'Connected',
  'Disconnected',
  'Copy access code',
  'Copied!',
  'Switch Event',
  'Rename Event',
  'Delete Event',
  'Please select an event to begin.',
  'Select Event',
  'No event found for this access code.',
  'The event you were viewing has been deleted or is no longer accessible.',
  'This event has no areas yet.',
  'Please select an event to view its areas.',
  'Failed to load areas.',
  '+ Add New Area',
  'Rename Area',
  'Change Capacity',
  'Reset Occupancy',
  'Delete Area',
  'Area Name',
  'e.g., Main Stage',
  'e.g., 500',
  'Create Area',
  'Creating...',
  '+ Create New Event',
  'Event Name',
  'Create Event',
  'Enter new event name',
  'This action is permanent and cannot be undone. All associated areas and data will be lost.',
  'Update Billing & Payment',
  'Delete Account',
  'Step 1: Billing Details',
  'Step 2: Payment Method',
  'Permanently delete your account and all associated data.',
  'Delete My Account',
  'Are you sure you want to delete your account? This action is irreversible and will permanently delete all your data.',
  'Loading payment form...',
  'Trial Active',
  'Update Billing',
  'Subscription Inactive',
  'Saving...',
  'Billing and payment details saved successfully!',
  'Password must ',
  'be at least 8 characters long',
  'contain an uppercase letter',
  'contain a lowercase letter',
  'contain a number',
  'contain a special character (e.g., !@#$%^&*)',
  'Area name cannot be empty.',
  'Please enter a valid, non-negative number.',
  'Both fields are required.',
  'Capacity must be a positive number.',
  'Event name is required.',
  'Event name cannot be empty.',
  'Please select a country to continue.',
  'Payment gateway is not ready. Please try again.',
  'Failed to load event data. The server returned an unexpected response.',
  'Login failed. Please check your credentials.',
  'Registration failed. Please try again.',
  'An unknown error occurred.',
  'Failed to save. Please try again.',
  'Failed to delete area: ',
  'Failed to create area.',
  'An unexpected error occurred.',
  'Could not load the payment form. Please try again later.',
  'Card setup did not succeed. Please try again.',
];

const ROOT = resolve(import.meta.dirname, '../../..');
const unescaped = (source: string): string => source.replaceAll("\\'", "'").replaceAll('&amp;', '&');

/** Where texts live: the web's catalogue, and the rules and refusals that worker and web share. */
const source = ['web/src/lib/texts', 'src/shared']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(ROOT, folder, path)),
  )
  // German stands beside the English that it translates.
  .filter((path) => path.endsWith('.ts') && !path.includes('/de/'))
  .map((path) => unescaped(readFileSync(path, 'utf8')))
  .join('\n');

test.each(TEXTS)('%s', (text) => {
  expect(source).toContain(text);
});
