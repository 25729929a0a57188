import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { cspNonce } from '@/lib/cspNonce';
import { ErrorBoundary } from './ErrorBoundary';
import type { createAppRouter } from './router';
import { cssVariables, theme } from './theme';

// The same key is read by public/colour-scheme.js before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'liksa-colour-scheme' });

// Nothing is notified before the first page stands, so the code for it may come after. Should it
// not come at all, a page without notifications beats no page.
const Toaster = lazy<ComponentType>(() =>
  import('./Toaster').then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: () => null }),
  ),
);

interface Props {
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
}

export function App({ queryClient, router }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={cspNonce}
    >
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Suspense>
            <Toaster />
          </Suspense>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
