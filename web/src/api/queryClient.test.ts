import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './queryClient';

afterEach(() => onlineManager.setOnline(true));

test('a change that is made without a connection fails at once, and is not sent later', async () => {
  const client = createQueryClient();
  const send = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
  const change = client.getMutationCache().build(client, { mutationFn: send });
  await expect(change.execute(undefined)).rejects.toThrow('Failed to fetch');
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(send).toHaveBeenCalledTimes(1);
});
