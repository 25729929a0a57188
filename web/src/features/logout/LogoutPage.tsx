import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiProblem } from '@/api/problem';
import { logOut } from '@/api/session';
import { MessagePage } from '@/components/MessagePage';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

/** Signs out as soon as it is opened. When the server does not answer, it says so and offers to retry. */
export function LogoutPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error } = useMutation({
    mutationFn: () => logOut(queryClient),
    onSuccess: () => navigate({ to: '/login', replace: true }),
  });
  useEffect(() => mutate(), [mutate]);

  if (error === null) return <MessagePage title={m.page_logout()} body={m.logout_in_progress()} />;
  return (
    <MessagePage
      title={m.page_logout()}
      body={textOf(error instanceof ApiProblem ? error.errorKey : 'ERROR')}
    >
      <Button onClick={() => mutate()}>{m.retry()}</Button>
    </MessagePage>
  );
}
