import type { Plugin } from 'vite';

/**
 * React Router as the bundler can take it apart: it makes components and contexts by calls that are not marked as pure and
 * names them for the developer's tools, so that all of them would stay in the build (2 KB gz), also those that nobody uses.
 */
export const treeShakenRouter: Plugin = {
  name: 'tree-shaken-router',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]react-router[\\/]/ },
    handler: (code) => ({
      code: code
        .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext)\()/gm, '$1/* @__PURE__ */ ')
        .replace(/^\w+\.displayName = "\w+";$/gm, ''),
      map: null,
    }),
  },
};
