import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconMail, IconMailQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useAskForEmailLink } from '@/api/account';
import type { Profile } from '@/api/profile';
import { Details } from '@/components/Details';
import { tellProblem } from '@/components/tellProblem';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm, type FieldErrors } from '@/components/useForm';
import { NEEDS } from '@/domain/readiness/needs';
import { isEmail } from '@/lib/email';
import { m } from '@/paraglide/messages';
import { CurrentPasswordField } from './CurrentPasswordField';
import { isChanged } from '@/lib/changes';
import { Section } from './Section';
import classes from './Section.module.css';
import { useUnsaved } from './unsaved';

/** The address that one signs in with: whether it is confirmed, and how to have another. */
export function EmailAddress({ profile: { email, emailConfirmed } }: { profile: Profile }) {
  return (
    <Section title={m.account_email_title()} help={m.account_email_help()}>
      <Details items={[{ name: m.account_email(), value: email }]} />
      {!emailConfirmed && <Unconfirmed email={email} />}
      <EmailChange email={email} />
    </Section>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const { mutate, isPending, isSuccess } = useAskForEmailLink();
  const send = () => {
    if (!isPending) mutate({ email }, { onError: tellProblem });
  };
  return (
    <Alert
      color="yellow"
      title={m.account_email_unconfirmed_title()}
      icon={<IconMailQuestion aria-hidden="true" />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{m.account_email_unconfirmed_body()}</Text>
        <Button
          id={NEEDS.EMAIL_NOT_CONFIRMED.field}
          size="sm"
          variant="default"
          loading={isPending}
          onClick={send}
        >
          {m.account_email_send_own()}
        </Button>
        <Text size="sm" role="status">
          {isSuccess && m.account_email_sent_own({ email })}
        </Text>
      </Stack>
    </Alert>
  );
}

const EMPTY = { email: '', currentPassword: '' };

function problemsOf(own: string, { email, currentPassword }: typeof EMPTY): FieldErrors {
  const typed = email.trim().toLowerCase();
  return {
    ...((!isEmail(typed) || typed === own) && { email: 'validation.not_an_email' }),
    ...(currentPassword === '' && { currentPassword: 'account.password-missing' }),
  };
}

/** Nothing changes before the link in the mail to the new address is opened. */
function EmailChange({ email: own }: { email: string }) {
  const [sentTo, setSentTo] = useState<string>();
  const { form, fields, input, submit, refuse, restart } = useForm(EMPTY, (typed) =>
    problemsOf(own, typed),
  );
  const { mutate, isPending } = useAskForEmailLink();
  const typed = isChanged(EMPTY, fields);
  useUnsaved(typed);
  const send = () => {
    if (isPending) return;
    const email = fields.email.trim();
    mutate(
      { email, currentPassword: fields.currentPassword },
      {
        onSuccess: () => {
          restart(() => EMPTY);
          setSentTo(email);
        },
        onError: refuseOrNotify({ refuse }),
      },
    );
  };
  return (
    <form ref={form} onSubmit={submit(send)} noValidate className={classes.form}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          {...input('email')}
          type="email"
          label={m.account_email_new()}
          description={m.account_email_new_help()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        {fields.email !== '' && (
          <CurrentPasswordField
            {...input('currentPassword')}
            email={own}
            description={m.account_email_password_help()}
          />
        )}
      </SimpleGrid>
      <Group gap="sm">
        <Button type="submit" loading={isPending}>
          {m.account_email_send()}
        </Button>
        {typed && (
          <Button variant="subtle" onClick={() => restart(() => EMPTY)} disabled={isPending}>
            {m.account_undo()}
          </Button>
        )}
      </Group>
      <div role="status">
        {sentTo !== undefined && (
          <Alert color="green" icon={<IconMail aria-hidden="true" />}>
            {m.account_email_sent({ email: sentTo })}
          </Alert>
        )}
      </div>
    </form>
  );
}
