import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudflare } from '@cloudflare/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** One build for the web (dist/client) and the worker (dist/headroom, with a wrangler.json of its own). */
export default defineConfig({
  root: path('.'),
  plugins: [
    react(),
    tailwindcss(),
    cloudflare({ configPath: path('../wrangler.toml'), persistState: { path: path('../.wrangler/state') } }),
  ],
  build: { outDir: process.env.BUILD_DIR ? resolve(process.env.BUILD_DIR) : path('../dist'), emptyOutDir: true },
});
