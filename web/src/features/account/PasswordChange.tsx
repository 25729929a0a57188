import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sessionsQuery } from '@/api/account';
import { useSavePerson } from '@/api/profile';
import { NewPasswordField } from '@/domain/password/NewPasswordField';
import { RepeatedPasswordField } from '@/domain/password/RepeatedPasswordField';
import { NO_PASSWORDS, problemsOfNewPassword } from '@/domain/password/rules';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm, type FieldErrors } from '@/components/useForm';
import { notifyText } from '@/lib/notify/notify';
import { m } from '@/paraglide/messages';
import { CurrentPasswordField } from './CurrentPasswordField';
import { isChanged } from '@/lib/changes';
import { Section } from './Section';
import classes from './Section.module.css';
import { useUnsaved } from './unsaved';

const EMPTY = { currentPassword: '', ...NO_PASSWORDS };

function problemsOf({ currentPassword, ...fresh }: typeof EMPTY): FieldErrors {
  return {
    ...(currentPassword === '' && { currentPassword: 'account.password-missing' }),
    ...problemsOfNewPassword(fresh),
  };
}

export function PasswordChange({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const { form, fields, input, submit, refuse, restart } = useForm(EMPTY, problemsOf);
  const { mutate, isPending } = useSavePerson();
  useUnsaved(isChanged(EMPTY, fields));
  const send = () => {
    if (isPending) return;
    const { currentPassword, password } = fields;
    mutate(
      { currentPassword, password },
      {
        onSuccess: () => {
          restart(() => EMPTY);
          notifyText('success', m.account_password_changed());
          void queryClient.invalidateQueries(sessionsQuery);
        },
        onError: refuseOrNotify({ refuse }),
      },
    );
  };
  return (
    <Section title={m.account_password_title()} help={m.account_password_help()}>
      <form ref={form} onSubmit={submit(send)} noValidate className={classes.form}>
        <Stack gap="md" maw={420}>
          <CurrentPasswordField {...input('currentPassword')} email={email} />
          <NewPasswordField {...input('password')} label={m.account_new_password()} email={email} />
          <RepeatedPasswordField {...input('again')} label={m.account_new_password_again()} />
        </Stack>
        <Group>
          <Button type="submit" loading={isPending}>
            {m.account_password_save()}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
