import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudflare } from '@cloudflare/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { commitOf } from '../scripts/deploy/commit.ts';
import { localBindings } from '../scripts/variables.ts';
import { prerender } from './build/prerender.ts';
import { sameThreadZip } from './build/same-thread-zip.ts';
import { serviceWorker } from './build/service-worker-build.ts';
import { startChunks } from './build/start-chunks.ts';
import { treeShakenRouter } from './build/tree-shaken-router.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const configPath = path('../wrangler.toml');

// A deployed environment provides the settings that its public pages show (CLOUDFLARE_ENV).
const { vars } = readWranglerConfig({ config: configPath, env: process.env.CLOUDFLARE_ENV });
const supportEmail = process.env.SUPPORT_EMAIL ?? String(vars.SUPPORT_EMAIL);
const retentionMonths = process.env.RETENTION_MONTHS ?? String(vars.RETENTION_MONTHS);
const origin = (process.env.PUBLIC_ORIGIN ?? String(vars.PUBLIC_ORIGIN ?? '')) || null;

/** The port of Vite's own server, unless another is given. */
const DEV_ORIGIN = 'http://localhost:5173';

/** Static pages, and the app's one (shell.html), which the worker serves on all of the app's paths. */
const publicPages = ['index', 'privacy-policy', 'tos'];
const sitePages = [...publicPages, ...publicPages.map((page) => `de/${page}`), 'shell'];
/** The app's screens that work before the app has loaded. */
const earlyPages = ['login', 'signup'];

/** Each module with the pages that it renders. */
const prerendered = [
  ['./src/site/pages.tsx', sitePages],
  ['./src/app/early-pages.tsx', earlyPages],
] as const;

/** Only their values, for the developer's server. */
const localVariables = () =>
  Object.fromEntries(
    Object.entries(localBindings(DEV_ORIGIN, process.env, path('../.dev.vars'))).map(([name, { value }]) => [
      name,
      value,
    ]),
  );

/** The build would contain a copy of .dev.vars, readable for everyone, for `vite preview`, which nobody runs here. */
const withoutLocalVariables: Plugin = {
  name: 'without-local-variables',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_output, bundle) {
      delete bundle['.dev.vars'];
    },
  },
};

/** One build for the web (dist/client) and the worker (dist/headroom, with a wrangler.json of its own). */
export default defineConfig(({ command }) => ({
  root: path('.'),
  ...(command === 'build' && { define: { BUILD_COMMIT: JSON.stringify(commitOf(path('..'))) } }),
  plugins: [
    react(),
    treeShakenRouter,
    tailwindcss(),
    ...prerendered.map(([module, pages]) =>
      prerender(
        path(module),
        pages.map((page) => `${page}.html`),
        { supportEmail, origin, retentionMonths },
      ),
    ),
    serviceWorker({
      entry: path('./service-worker/sw.ts'),
      publicDir: path('./public'),
      shell: 'shell.html',
      isOnlineOnly: (moduleId) => /\/(?:features\/account\/payment|app\/reports)\/|\/lib\/sentry\.ts$/.test(moduleId),
    }),
    cloudflare({
      configPath,
      persistState: { path: path('../.wrangler/state') },
      ...(command === 'serve' && { config: { vars: localVariables() } }),
    }),
    withoutLocalVariables,
  ],
  // The dialogs' scroll lock would put a `<style>` into the page, which the policy refuses (web/public/_headers).
  resolve: { alias: { 'react-style-singleton': path('./src/ui/styles/style-singleton.ts') } },
  worker: { format: 'es', plugins: () => [sameThreadZip] },
  build: {
    outDir: process.env.BUILD_DIR ? resolve(process.env.BUILD_DIR) : path('../dist'),
    emptyOutDir: true,
    modulePreload: {
      // Every browser that runs the app supports modulepreload.
      polyfill: false,
      // What a page or a screen needs is preloaded at once. Parts that are requested early find their own modules,
      // because the dashboard has loaded most of them: the full list would weigh more than it saves.
      resolveDependencies: (part, files, { hostId, hostType }) =>
        hostType === 'html' ||
        hostId.includes('early-') ||
        (part.includes('-screen-') && !hostId.includes('app-screen'))
          ? files
          : files.filter((file) => file.endsWith('.css')),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: prerendered.flatMap(([, pages]) => pages).map((page) => path(`./${page}.html`)),
          // As a whole it compresses better than in the pieces that screens share, and it stays in caches across
          // deploys.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|clsx)[\\/]/,
                },
                { debugName: 'start', name: startChunks(), includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
    },
  },
}));
