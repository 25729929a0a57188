import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { cspNonce } from '@/lib/cspNonce';
import { lazyPart } from '@/lib/lazyPart';
import { ErrorBoundary } from './ErrorBoundary';
import { cssVariables, theme } from './theme';

// The same key is read by public/colour-scheme.js before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'liksa-colour-scheme' });

// Nothing is notified before the first page stands, so the code for it may come after. Should it
// not come at all, a page without notifications beats no page.
const Toaster = lazyPart(() =>
  import('./Toaster').then(
    (module): ComponentType => module.Toaster,
    () => () => null,
  ),
);

/** What every page stands in: theme, notifications, and a net for what breaks. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={cspNonce}
    >
      <ErrorBoundary>
        {children}
        <Suspense>
          <Toaster />
        </Suspense>
      </ErrorBoundary>
    </MantineProvider>
  );
}
