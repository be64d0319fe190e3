export const commonTexts = {
  brand: 'Headroom',
  common: {
    loading: 'Loading…',
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
  },
  notFound: {
    title: '404 - Page Not Found',
    text: 'Sorry, the page you are looking for does not exist. It might have been moved or deleted.',
    home: 'Return to Home Page',
  },
} as const;
