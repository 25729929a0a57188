import { Button, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useChangePassword } from '@/api/password';
import { ApiProblem } from '@/api/problem';
import { MessagePage } from '@/components/MessagePage';
import { NarrowPage } from '@/components/NarrowPage';
import { NewPasswordField } from '@/domain/password/NewPasswordField';
import { RepeatedPasswordField } from '@/domain/password/RepeatedPasswordField';
import { NO_PASSWORDS, problemsOfNewPassword } from '@/domain/password/rules';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { bankAddress } from '@/lib/bankAddress';
import { m } from '@/paraglide/messages';

const route = getRouteApi('/password/forgot/$token');

/** Where the link of the mail leads. */
export function NewPasswordPage() {
  const { token } = route.useParams();
  const change = useChangePassword();
  const { endpointUrl, request } = change.data ?? {};
  if (typeof endpointUrl === 'string' && typeof request === 'string') {
    return (
      <MessagePage title={m.register_bank_check_title()} body={m.register_bank_check_body()}>
        <Button component="a" data-server href={bankAddress({ endpointUrl, request })} size="lg">
          {m.register_continue()}
        </Button>
      </MessagePage>
    );
  }
  return <NewPasswordForm token={token} change={change} />;
}

interface FormProps {
  token: string;
  change: ReturnType<typeof useChangePassword>;
}

function NewPasswordForm({ token, change }: FormProps) {
  const navigate = useNavigate();
  const { form, fields, input, submit, refuse } = useForm(NO_PASSWORDS, problemsOfNewPassword);
  const send = () => {
    if (change.isPending) return;
    change.mutate(
      { token, password: fields.password },
      {
        onSuccess: ({ endpointUrl }) => {
          if (typeof endpointUrl !== 'string') void navigate({ to: '/password/changed' });
        },
        onError: (error) => {
          const link = error instanceof ApiProblem && error.status === 409;
          if (link) {
            const { errorKey: reason } = error;
            void navigate({ to: '/password/changed-failure', search: { reason } });
          } else refuseOrNotify({ refuse })(error);
        },
      },
    );
  };
  return (
    <NarrowPage title={m.page_password_forgot()} intro={m.register_new_password_intro()}>
      <form ref={form} onSubmit={submit(send)} noValidate>
        <Stack gap="md">
          <NewPasswordField {...input('password')} label={m.register_new_password()} />
          <RepeatedPasswordField {...input('again')} label={m.register_new_password_again()} />
          <Button type="submit" size="lg" fullWidth loading={change.isPending}>
            {m.register_new_password_submit()}
          </Button>
        </Stack>
      </form>
    </NarrowPage>
  );
}
