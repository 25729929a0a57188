import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { cspNonce } from '@/lib/cspNonce';
import { lazyPart } from '@/lib/lazyPart';
import { serverAnswers } from '@/lib/reload';
import { ErrorBoundary } from './ErrorBoundary';
import { cssVariables, theme } from './theme';
import { useServerWatch } from './useServerWatch';

// The same key is read by public/colour-scheme.js before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'liksa-colour-scheme' });

// Nothing is notified before the first page stands, so the code for it may come after. Without the server it is waited
// for. Should the server not have it, a page without notifications beats no page.
const Toaster = lazyPart(async (): Promise<ComponentType> => {
  try {
    return (await import('./Toaster')).Toaster;
  } catch (failure) {
    if (await serverAnswers()) return () => null;
    throw failure;
  }
});

/** What every page stands in: theme, notifications, and a net for what breaks. */
export function Providers({ children }: { children: ReactNode }) {
  useServerWatch();
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
