export const accountTexts = {
  settings: {
    title: 'Account settings',
    billing: 'Update Billing & Payment',
    delete: 'Delete Account',
    usage: 'Usage',
  },
  usage: {
    summary: (days: number, amount: string) => `${days === 1 ? '1 active day' : `${days} active days`} · ${amount}`,
    trial: (until: string | null) => (until === null ? 'Free trial' : `Free trial until ${until}`),
    none: 'No active days yet',
    off: 'Billing is not configured on this server.',
    loadFailed: 'Your usage could not be loaded.',
    soFar: 'So far this period',
    since: (date: string) => `Since ${date}`,
    nextInvoice: (date: string) => `Next invoice on ${date}`,
    noInvoice: 'No invoice is due.',
    waiting: 'This is billed once your subscription is active again.',
    deletedEvent: 'Deleted event',
    product: (days: number, price: string) => `${days} × ${price}`,
    free: 'Free',
    price: (price: string) =>
      `${price} for each day on which something is counted at an event. A night that goes past midnight is one day.`,
  },
  billing: {
    title: 'Step 1: Billing Details',
    lead: 'This goes on your invoices. Only the country is required.',
    firstName: 'First name',
    lastName: 'Last name',
    businessName: 'Business name',
    address: 'Address',
    city: 'City',
    postcode: 'Postcode',
    country: 'Country',
    noCountry: 'Select a country',
    taxId: 'Tax ID',
    next: 'Next',
  },
  paymentStep: {
    title: 'Step 2: Payment Method',
    loading: 'Loading payment form...',
    loadFailed: 'Could not load the payment form. Please try again later.',
    card: 'Card details',
    save: 'Save',
    saving: 'Saving...',
    notReady: 'Payment gateway is not ready. Please try again.',
    notSucceeded: 'Card setup did not succeed. Please try again.',
    failed: 'An unexpected error occurred.',
    another: 'Use another card',
    saved: 'Billing and payment details saved successfully!',
  },
  deletion: {
    text: 'Permanently delete your account and all associated data.',
    consequence: 'Your events, areas and counts go with it, and every device that is counting is logged out.',
    confirm: 'Delete My Account',
    question:
      'Are you sure you want to delete your account? This action is irreversible and will permanently delete all your data.',
    unsent: (taps: number) =>
      taps === 1
        ? 'One tap of this device has not been sent yet.'
        : `${taps} taps of this device have not been sent yet.`,
  },
} as const;
