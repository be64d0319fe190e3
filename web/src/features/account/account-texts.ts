export const accountTexts = {
  settings: {
    title: 'Account settings',
    billing: 'Update Billing & Payment',
    delete: 'Delete Account',
    usage: 'Usage',
    alertRecipients: 'Recipients',
    apiKeys: 'API keys',
    members: 'Members',
  },
  usage: {
    summary: (days: number, amount: string) => `${days === 1 ? '1 active day' : `${days} active days`} · ${amount}`,
    trial: (until: string | null) => (until === null ? 'Free trial' : `Free trial until ${until}`),
    freeDays: (days: number) => (days === 1 ? '1 free day' : `${days} free days`),
    none: 'No active days yet',
    off: 'Billing is not configured on this server.',
    loadFailed: 'Your usage could not be loaded.',
    soFar: 'So far this period',
    since: (date: string) => `Since ${date}`,
    nextInvoice: (date: string) => `Next invoice on ${date}`,
    onNextInvoice: 'This will be on your next invoice.',
    noInvoice: 'No invoice is due.',
    paymentOpen: 'A payment is overdue. Add a card to pay it.',
    cardNeeded: 'Add a card to count again.',
    waiting: 'This is billed once your subscription is active again.',
    deletedEvent: 'Deleted event',
    product: (days: number, price: string) => `${days} × ${price}`,
    free: 'Free',
    more: 'Show more events',
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
    off: 'Billing is not configured on this server. Next saves these details; there is no card to enter.',
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
    off: 'Billing is not configured on this server. Your billing details are saved.',
    done: 'Done',
  },
  accounts: {
    title: 'Your accounts',
    current: 'Current',
    switchTo: (name: string) => `Switch to ${name}`,
    failed: 'The account could not be switched. Please try again.',
    switching: {
      title: 'Switch now?',
      unsent: (taps: number, volatileTaps: number) => {
        const unsent = taps === 1 ? 'One tap has not been sent yet.' : `${taps} taps have not been sent yet.`;
        return volatileTaps === 0
          ? `${unsent} ${taps === 1 ? 'It stays' : 'They stay'} on this device until you are back in this account.`
          : `${unsent} ${volatileTaps === 1 ? 'One of them is' : `${volatileTaps} of them are`} lost if you switch.`;
      },
      confirm: 'Switch',
    },
  },
  /** These texts replace those of the deletion for everybody but the only owner. */
  leaving: {
    title: 'Leave account',
    text: 'Leave this account. It goes on with its owners.',
    consequence:
      'You are logged out of it on every device. What you counted and changed stays. Without another account, your login is deleted.',
    confirm: 'Leave This Account',
    busy: 'Leaving…',
    question: 'Are you sure you want to leave this account? Only its owners can invite you again.',
    deleteInstead: 'To delete it, first remove the other owners.',
    unsent: (taps: number) =>
      taps === 1
        ? 'One tap of this device has not been sent yet. If you leave now, it is not counted.'
        : `${taps} taps of this device have not been sent yet. If you leave now, they are not counted.`,
  },
  deletion: {
    text: 'Permanently delete your account and all associated data.',
    consequence: 'Your events, areas and counts go with it, and every device that is counting is logged out.',
    confirm: 'Delete My Account',
    question:
      'Are you sure you want to delete your account? This action is irreversible and will permanently delete all your data.',
    events: (events: number) => (events === 1 ? 'One event will be deleted.' : `${events} events will be deleted.`),
    counting: (devices: number) =>
      devices === 1 ? 'One device is counting right now.' : `${devices} devices are counting right now.`,
    noneCounting: 'No device is counting right now.',
    members: (others: number) =>
      others === 1 ? 'One other member loses this account.' : `${others} other members lose this account.`,
    password: 'Your password',
    unsent: (taps: number) =>
      taps === 1
        ? 'One tap of this device has not been sent yet.'
        : `${taps} taps of this device have not been sent yet.`,
  },
} as const;
