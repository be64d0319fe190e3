export const commonTexts = {
  brand: 'Headroom',
  common: {
    loading: 'Loading…',
    pageTitle: (title: string) => `${title} · Headroom`,
    cancel: 'Cancel',
    close: 'Close',
    tryAgain: 'Try again',
    reload: 'Reload',
    notices: 'Notices',
  },
  errors: {
    noAnswer: 'Could not reach the server. Please check your connection.',
    unexpectedAnswer: 'The server returned an unexpected response.',
    crashTitle: 'Something went wrong',
    crashText: 'This screen stopped working. Your counts are safe on the server.',
    partMissingTitle: 'This part could not be loaded',
    partMissingText: 'Headroom may have a new version, or the network is gone. Reload to try again.',
    partMissingUnsent: 'Some taps have not been sent yet: wait until they are, so that none is lost.',
  },
  theme: {
    label: 'Color theme',
    system: 'As on this device',
    light: 'Light',
    dark: 'Dark',
  },
  notFound: {
    title: '404 - Page Not Found',
    text: 'Sorry, the page you are looking for does not exist. It might have been moved or deleted.',
    home: 'Return to Home Page',
  },
} as const;
