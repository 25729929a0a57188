import { TextInput } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { renderSignedIn } from '@/test/renderSignedIn';
import { dateInput } from './dateInput';
import { useForm, type Form } from './useForm';

interface Fields {
  from: string;
}

function open(send = vi.fn<(from: string) => void>()) {
  let current: Form<Fields> | undefined;
  function OneDay() {
    const form = useForm<Fields>({ from: '' });
    current = form;
    return (
      <form ref={form.form} onSubmit={form.submit(() => send(form.fields.from))}>
        <TextInput label="From" {...dateInput(form, 'from')} />
      </form>
    );
  }
  const { user } = renderSignedIn(<OneDay />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
  return { user, send, field, refuse: (error: ApiProblem) => current?.refuse(error) };
}

test.each([
  ['1.12.2026', '01.12.2026'],
  ['01.12.2026', '01.12.2026'],
  ['31.2.2026', '31.2.2026'],
  ['joulukuu', 'joulukuu'],
])('a day that is typed as %s is %s once its field is left', async (typed, shown) => {
  const { user, field } = open();
  await user.type(field, typed);
  expect(field.value).toBe(typed);
  await user.tab();
  await waitFor(() => expect(field.value).toBe(shown));
});

test('it is sent in full, also by Enter', async () => {
  const { user, field, send } = open();
  await user.type(field, '1.12.2026{Enter}');
  expect(send.mock.calls).toEqual([['01.12.2026']]);
});

test('leaving it does not take away what the server said of it', async () => {
  const { user, field, refuse } = open();
  await user.type(field, '1.12.2026');
  await user.tab();
  const fields = [{ field: 'from', key: 'INVALID_DATE' as const }];
  const problem = new ApiProblem({ errorKey: 'INVALID_FIELDS', message: '', fields });
  act(() => void refuse(problem));
  await user.click(field);
  await user.tab();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
