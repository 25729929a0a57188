import { useMutation } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => answer(api.POST('/api/password/forgot/v2', { body: { email } })),
  });
}

/** Changes a password with the link of a mail, or continues after the bank has identified the user. */
export function changePassword(body: components['schemas']['PasswordChange']) {
  return answer(api.POST('/api/password/change/v2', { body }));
}

export function useChangePassword() {
  return useMutation({ mutationFn: changePassword });
}
