export const recoveryTexts = {
  forgot: {
    title: 'Forgot password',
    lead: 'Enter the email of your account. We’ll email you a link to set a new password.',
    email: 'Email',
    submit: 'Send link',
    busy: 'Sending…',
    failed: 'The link could not be sent. Please try again.',
    sentTitle: 'Check your mail',
    sent: (email: string) =>
      `If there is an account for ${email}, a link is on its way to it. It works once, and for one hour.`,
    spam: 'Nothing there after a few minutes? Look in the spam folder too.',
    again: 'Send another link',
    bySupport: 'Write to us from the email of your account, and we’ll help you reset your password.',
    remembered: 'Remembered it?',
    logIn: 'Log in',
  },
  reset: {
    title: 'New password',
    lead: 'Choose a new password for your account. Every device that is logged in to it is logged out.',
    password: 'New password',
    submit: 'Save new password',
    changed: 'Your password has been changed. Please log in with it.',
    incomplete: 'This link is not complete. Open the one in the mail once more, or get a new one.',
    stale: 'Link does not work?',
    again: 'Get a new one',
  },
} as const;
