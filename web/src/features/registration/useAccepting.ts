import { useNavigate } from '@tanstack/react-router';
import { ApiProblem } from '@/api/problem';
import { useAcceptTerms, type RegisteringUser } from '@/api/registration';
import { useCheckedForm } from '@/components/useCheckedForm';
import { forgetRegistering } from './registering';

/** After these the terms cannot be accepted, however often it is tried. */
const LOST = new Set(['REGISTRATION_GONE', 'USER_ALREADY_REGISTERED', 'IDENTIFICATION_FAILED']);

/** Accepts the terms that are shown, and leads to where the answer says. */
export function useAccepting(user: RegisteringUser, termsVersion: string) {
  const navigate = useNavigate();
  const { mutate, isPending } = useAcceptTerms();
  const { form, fields, input, submit, refuse } = useCheckedForm(
    { password: '' },
    ({ password }) =>
      user.passwordNeeded && password === '' ? { password: 'validation.required' } : {},
  );
  const accept = () => {
    if (isPending) return;
    mutate(
      {
        user: { email: user.email },
        termsVersion,
        ...(user.passwordNeeded && { password: fields.password }),
      },
      {
        onSuccess: ({ promoCodeApplied }) => {
          forgetRegistering();
          void navigate({
            to: '/registration/success',
            search: promoCodeApplied === false ? { promo: 'used' } : {},
          });
        },
        onError: (error) => {
          const reason = error instanceof ApiProblem ? error.errorKey : undefined;
          if (reason !== undefined && LOST.has(reason)) {
            void navigate({ to: '/registration/failed', search: { reason } });
          } else refuse(error);
        },
      },
    );
  };
  return { form, submit: submit(accept), password: input('password'), isPending };
}
