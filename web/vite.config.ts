import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';
import { mantineStyles } from './mantineStyles.ts';
import { paraglide } from './paraglide.ts';

const server = process.env['API_SERVER'] ?? 'http://127.0.0.1:8080';

/** What the log-in page needs of the libraries, and so everybody. */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|openapi-fetch)\/|@mantine\/core\/esm\/(?:core\/(?!utils\/(?:create-scoped|create-use-external|find-element))|components\/(?:ActionIcon|Alert|Anchor|Badge|Button|CloseButton|Group|Input|InputBase|Loader|Paper|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)\/)/;

/** The development server answers these two paths with the page that the real server has for them. */
function entranceInDevelopment(): Plugin {
  return {
    name: 'entrance-in-development',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _, next) => {
        if (/^\/(login|register)(\?|$)/.test(request.url ?? '')) request.url = '/entrance.html';
        next();
      });
    },
  };
}

/** What draws the first page comes after what every page begins with: side by side each would come later. */
function signedInAfterBase(): Plugin {
  return {
    name: 'signed-in-after-base',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(
          /(?<link><link rel="modulepreload")(?= [^>]*\/signed-in-)/g,
          '$<link> fetchpriority="low"',
        ),
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    mantineStyles(),
    entranceInDevelopment(),
    signedInAfterBase(),
    // Under test the texts are compiled beforehand: the plugin would keep the process from ending.
    process.env['VITEST'] === undefined && paraglideVitePlugin(paraglide),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    proxy: { '^/api/': server, '^/landing': server, '^/demo-bank/': server, '/readyz': server },
  },
  build: {
    // Browsers of 2024 and later: they know light-dark() and URL.parse.
    target: ['chrome126', 'firefox126', 'safari18'],
    manifest: true,
    // The content security policy allows no data: fonts or scripts, so nothing may be inlined.
    assetsInlineLimit: 0,
    // A text does nothing by being loaded: so told, the bundler gives each page its own texts
    // instead of giving all of them to everyone.
    rolldownOptions: {
      input: ['index.html', 'entrance.html', 'landing.html'],
      output: {
        codeSplitting: {
          // What every page needs is one file: apart, each of its fifty pieces compresses worse.
          groups: [{ name: 'base', test: BASE, priority: 100 }],
        },
      },
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
