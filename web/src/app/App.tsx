import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Providers } from './Providers';
import type { createAppRouter } from './router';
import { useRefetchWhenBack } from './useRefetchWhenBack';

interface Props {
  queryClient: QueryClient;
  router: ReturnType<typeof createAppRouter>;
}

export function App({ queryClient, router }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <Providers>
        <Pages router={router} />
      </Providers>
    </QueryClientProvider>
  );
}

function Pages({ router }: Pick<Props, 'router'>) {
  useRefetchWhenBack();
  return <RouterProvider router={router} />;
}
