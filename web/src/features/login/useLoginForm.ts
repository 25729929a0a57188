import { isNotEmpty, useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import { useLogin, type Credentials } from '@/api/session';
import { LOGIN_THROTTLE_MS, throttled } from '@/lib/throttle';
import { failureOf, type LoginFailure } from './failure';

/** The state of the log-in form. Once the session is known, the guards lead on from the page. */
export function useLoginForm() {
  const { mutateAsync, isPending } = useLogin();
  const [failure, setFailure] = useState<LoginFailure>();
  const submitButton = useRef<HTMLButtonElement>(null);
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    // Only whether a field is empty is kept; the text is made when drawing, in today's language.
    validate: { username: isNotEmpty(true), password: isNotEmpty(true) },
    transformValues: ({ username, password }) => ({ username: username.trim(), password }),
  });

  const signIn = useMemo(
    () =>
      throttled(async (credentials: Credentials) => {
        setFailure(undefined);
        try {
          const user = await mutateAsync(credentials);
          if (!user.strongIdentified) {
            setFailure({ kind: 'identification', visit: user.identifyAt ?? undefined });
          }
        } catch (error) {
          setFailure(failureOf(error));
        }
      }, LOGIN_THROTTLE_MS),
    [mutateAsync],
  );

  const fillIn = (credentials: Credentials) => {
    form.setValues(credentials);
    form.clearErrors();
    setFailure(undefined);
    submitButton.current?.focus();
  };

  return { form, failure, isPending, submitButton, submit: form.onSubmit(signIn), fillIn };
}

export type LoginFormState = ReturnType<typeof useLoginForm>;
