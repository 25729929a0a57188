import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '@/api/problem';
import { useResumeRegistration } from '@/api/registration';
import { MessagePage } from '@/components/MessagePage';
import { tellProblem } from '@/components/tellProblem';
import { bankAddress } from '@/lib/bankAddress';
import { m } from '@/paraglide/messages';
import { keepRegistering } from './registering';

/**
 * Where the link of the mail leads. A program that looks into mails opens their links too: the registration comes to
 * this browser by a person's press.
 */
export function FromMail({ token }: { token: string }) {
  const navigate = useNavigate();
  const { mutate, data, isPending } = useResumeRegistration();
  const { endpointUrl, request } = data ?? {};
  if (typeof endpointUrl === 'string' && typeof request === 'string') {
    return (
      <MessagePage title={m.register_confirmed_title()} body={m.register_confirmed_body()}>
        <Button component="a" data-server href={bankAddress({ endpointUrl, request })} size="lg">
          {m.register_continue()}
        </Button>
      </MessagePage>
    );
  }
  const resume = () =>
    mutate(token, {
      onSuccess: ({ user, next }) => {
        if (next !== 'EULA') return;
        keepRegistering(user);
        void navigate({ to: '/registration/eula', replace: true });
      },
      onError: (error) => {
        const refused = error instanceof ApiProblem && error.status === 409;
        if (!refused) tellProblem(error);
        else {
          const { errorKey: reason } = error;
          void navigate({ to: '/registration/failed', search: { reason }, replace: true });
        }
      },
    });
  return (
    <MessagePage title={m.register_resume_title()} body={m.register_resume_body()}>
      <Button size="lg" loading={isPending} onClick={resume}>
        {m.register_resume()}
      </Button>
    </MessagePage>
  );
}
