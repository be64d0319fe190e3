import * as React from 'react';

/**
 * React's development build makes an error with its stack for each element, up to 10,000 a second, for a warning's
 * list of owners. Without them the screens' tests need a sixth less time. The counter says that all have been made.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) {
  throw new Error('React counts the stacks of owners elsewhere: look in react-jsx-dev-runtime.development.js.');
}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {
    // React counts on and starts anew each second.
  },
});
