import { useCanGoBack, useRouter } from '@tanstack/react-router';

/** Back to where the person came from, or to the list where the bill was opened directly. */
export function useLeave() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: '/invoices' });
  };
}
