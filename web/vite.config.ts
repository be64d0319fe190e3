import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudflare } from '@cloudflare/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { commitOf } from '../scripts/deploy/commit.ts';
import { localBindings } from '../scripts/variables.ts';
import { ENGLISH, LANGUAGE_CODES } from '../src/shared/languages.ts';
import { licenses, LICENSES_OF_BUNDLE } from './build/licenses.ts';
import { prerender } from './build/prerender.ts';
import { sameThreadZip } from './build/same-thread-zip.ts';
import { serviceWorker } from './build/service-worker-build.ts';
import { startChunks } from './build/start-chunks.ts';
import { widget } from './build/widget-build.ts';
import { treeShakenRouter } from './build/tree-shaken-router.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const configPath = path('../wrangler.toml');

// The public pages show settings of the environment to which they are deployed (CLOUDFLARE_ENV).
const { vars } = readWranglerConfig({ config: configPath, env: process.env.CLOUDFLARE_ENV });
const supportEmail = process.env.SUPPORT_EMAIL ?? String(vars.SUPPORT_EMAIL);
const retentionMonths = process.env.RETENTION_MONTHS ?? String(vars.RETENTION_MONTHS);
const origin = (process.env.PUBLIC_ORIGIN ?? String(vars.PUBLIC_ORIGIN ?? '')) || null;

const outDir = process.env.BUILD_DIR ? resolve(process.env.BUILD_DIR) : path('../dist');
const WORKER = 'headroom';

/** The origin of Vite's development server. */
const DEV_ORIGIN = 'http://localhost:5173';

/** The static pages, and the app's page (shell.html), which the worker serves on all paths of the app. */
const publicPages = ['index', 'privacy-policy', 'tos'];
const translated = LANGUAGE_CODES.filter((code) => code !== ENGLISH).flatMap((code) =>
  publicPages.map((page) => `${code}/${page}`),
);
const sitePages = [...publicPages, ...translated, 'shell'];
/** The app's pages that work before the app has loaded. */
const earlyPages = ['login', 'signup'];

/** Each module with the pages that it renders. */
const prerendered = [
  ['./src/site/pages.tsx', sitePages],
  ['./src/app/early-pages.tsx', earlyPages],
] as const;

/** Returns the values of the local variables, for the development server. */
const localVariables = () =>
  Object.fromEntries(
    Object.entries(localBindings(DEV_ORIGIN, process.env, path('../.dev.vars'))).map(([name, { value }]) => [
      name,
      value,
    ]),
  );

/**
 * Removes .dev.vars from the build. Cloudflare's plugin copies that file for `vite preview`, which is not used here,
 * and everyone could read it.
 */
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

/** Builds both the web (dist/client) and the worker (dist/headroom, with its own wrangler.json). */
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
      onlineOnly: [
        'features/account/payment/payment-form.tsx',
        'features/display/display-screen.tsx',
        'features/inspection/inspection-screen.tsx',
        'features/notifications/alert-mail-screen.tsx',
        'features/reports/paper/printed-report-screen.tsx',
        'features/reports/reports-screen.tsx',
        'features/verify/verify-screen.tsx',
        'monitoring/sentry.ts',
      ].map((module) => path(`./src/${module}`)),
    }),
    widget(path('./widget/entry.ts')),
    licenses({
      workerDir: join(outDir, WORKER),
      webWorkers: [path('./src/features/reports/downloads/workbook-worker.ts')],
      copied: { 'Lucide icons': path('./src/ui/icons/LICENSE') },
    }),
    cloudflare({
      configPath,
      // dist/headroom, whatever somebody calls the worker.
      viteEnvironment: { name: WORKER },
      persistState: { path: path('../.wrangler/state') },
      ...(command === 'serve' && { config: { vars: localVariables() } }),
    }),
    withoutLocalVariables,
  ],
  // The dialogs' scroll lock would add a `<style>` to the page, which the page's policy forbids (web/public/_headers).
  resolve: { alias: { 'react-style-singleton': path('./src/ui/styles/style-singleton.ts') } },
  worker: { format: 'es', plugins: () => [sameThreadZip] },
  build: {
    outDir,
    emptyOutDir: true,
    license: { fileName: LICENSES_OF_BUNDLE },
    modulePreload: {
      // Every browser that runs the app supports modulepreload.
      polyfill: false,
      // A page, screen or language preloads all files that it needs. A part that loads later preloads only its styles: the
      // dashboard has already loaded most of its modules, so a full list would cost more than it saves.
      resolveDependencies: (part, files, { hostId, hostType }) =>
        hostType === 'html' ||
        hostId.includes('early-') ||
        part.includes('pack.') ||
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
          // React is one file, which stays in caches across deploys. A first visit pays 0.7 KB for that (decision 24).
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
