import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { mantineStyles } from './mantineStyles.ts';
import { paraglide } from './paraglide.ts';

const server = process.env['API_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    mantineStyles(),
    // Under test the texts are compiled beforehand: the plugin would keep the process from ending.
    process.env['VITEST'] === undefined && paraglideVitePlugin(paraglide),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '^/api/': server, '^/demo-bank/': server, '/healthz': server } },
  build: {
    // Browsers of 2024 and later: they know light-dark() and URL.parse.
    target: ['chrome126', 'firefox126', 'safari18'],
    manifest: true,
    // The content security policy allows no data: fonts or scripts, so nothing may be inlined.
    assetsInlineLimit: 0,
    // A text does nothing by being loaded: so told, the bundler gives each page its own texts
    // instead of giving all of them to everyone.
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: /\/src\/paraglide\/messages/, sideEffects: false }],
      },
    },
  },
  test: {
    // Test files of a worker share their modules and their DOM: to load the app and make a DOM for
    // each file takes longer than the tests.
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 120_000,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          setupFiles: './src/test/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['./src/test/setup.ts', './src/test/setupDom.ts'],
        },
      },
    ],
  },
});
