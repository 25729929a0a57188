import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useConfirmEmail } from '@/api/account';
import { ApiProblem } from '@/api/problem';
import { ButtonLink } from '@/components/links';
import { MessagePage } from '@/components/MessagePage';
import { tellProblem } from '@/components/tellProblem';
import { registerAccountTexts } from '@/lib/notify/accounts';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';

registerAccountTexts();

const route = getRouteApi('/account/email');

/** Where the link of a mail confirms an address: by a press, for programs that look into mails open links too. */
export function EmailLinkPage() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useConfirmEmail();
  if (token === undefined || isNotValid(error)) {
    return (
      <MessagePage title={m.account_email_failed_title()} body={m.account_email_failed_body()}>
        <ButtonLink to="/account">{m.account_email_to_account()}</ButtonLink>
      </MessagePage>
    );
  }
  const confirm = () => {
    if (isPending) return;
    mutate(token, {
      onSuccess: ({ email }) => {
        void navigate({ to: '/account', search: { tab: 'login' }, replace: true });
        notifyText('success', m.account_email_confirmed({ email }));
      },
      onError: (problem) => {
        if (!isNotValid(problem)) tellProblem(problem);
      },
    });
  };
  return (
    <MessagePage title={m.page_account_email()} body={m.account_email_confirm_body()}>
      <Button loading={isPending} onClick={confirm}>
        {m.account_email_confirm()}
      </Button>
    </MessagePage>
  );
}

function isNotValid(error: unknown): boolean {
  return error instanceof ApiProblem && error.errorKey === 'LINK_NOT_VALID';
}
