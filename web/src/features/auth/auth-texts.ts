export const authTexts = {
  /** The settings that a join link gives to the device that opens it. */
  door: {
    becomes: 'This device becomes',
    allAreas: 'all areas',
    oneArea: 'one area',
    counts: { both: 'counts both ways', in: 'counts in', out: 'counts out' },
  },
  login: {
    pageTitle: 'Log in',
    title: 'Welcome back',
    lead: 'Log in with your email, or with the access code of your event.',
    joinLead: 'Your access code is filled in: tap Log in to start counting.',
    identifier: 'Email or Access Code',
    password: 'Password',
    submit: 'Log in',
    busy: 'Logging in...',
    failed: 'Login failed. Please check your credentials.',
    waiting: (taps: number) =>
      taps === 1
        ? 'One tap on this device is not sent yet. It counts only once whoever made it logs in here again.'
        : `${taps} taps on this device are not sent yet. They count only once whoever made them logs in here again.`,
    noAccount: 'New to Headroom?',
    signUp: 'Create an account',
    forgotten: 'Forgot password?',
    reset: 'Email me a reset link',
  },
  signup: {
    title: 'Create Account',
    lead: '7 days free. Then $3 per event per day of activity, and nothing on quiet days.',
    email: 'Email',
    password: 'Password',
    hint: 'Password must',
    ruleMet: 'met',
    ruleUnmet: 'not met',
    submit: 'Create Account',
    busy: 'Creating Account...',
    failed: 'Registration failed. Please try again.',
    invited: 'New accounts need an invitation here. Please open the link of yours, or contact support.',
    closed: 'No new accounts are created here.',
    success: 'Account created successfully! Please log in.',
    haveAccount: 'Already have an account?',
    logIn: 'Log in',
    needHelp: 'Need help?',
    support: 'Contact support',
  },
} as const;
