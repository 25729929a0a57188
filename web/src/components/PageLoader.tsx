import { Center, Loader } from '@mantine/core';
import { m } from '@/paraglide/messages';

export function PageLoader() {
  return (
    <Center mih="60dvh">
      <Loader aria-label={m.loading()} role="status" />
    </Center>
  );
}
