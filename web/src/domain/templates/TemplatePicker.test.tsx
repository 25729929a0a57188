import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Template, TemplateKind } from '@/api/templates';
import { renderSignedIn } from '@/test/renderSignedIn';
import { fakeTemplates, hiddenTemplate, rowTemplate, textTemplate } from '@/test/templates';
import { TemplatePicker } from './TemplatePicker';

// jsdom lays nothing out, so it has nothing to scroll.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const another: Template = { ...rowTemplate, id: 'another', name: 'Purkupäivä' };

async function open(kind: TemplateKind, templates: readonly Template[]) {
  fakeTemplates(templates);
  const onPick = vi.fn<(template: Template) => void>();
  const { user } = renderSignedIn(<TemplatePicker kind={kind} onPick={onPick} />);
  await user.click(await screen.findByRole('button', { name: /pohjasta$/ }));
  return { user, onPick };
}

const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('the picker offers those of its kind that are to be shown', async () => {
  const { user, onPick } = await open('TEXT', [rowTemplate, textTemplate, hiddenTemplate]);
  await screen.findByRole('option', { name: /Kiitos/ });
  expect(names()).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: /Kiitos/ }));
  expect(onPick.mock.calls).toEqual([[textTemplate]]);
});

test('typing narrows the list, and the keyboard picks', async () => {
  const { user, onPick } = await open('ROW', [rowTemplate, another]);
  await screen.findByRole('option', { name: /Keikkapäivä/ });
  await user.type(screen.getByLabelText('Etsi pohjaa'), 'purku');
  expect(names()).toHaveLength(1);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onPick.mock.calls).toEqual([[another]]);
});

test('a search that finds nothing says so', async () => {
  const { user } = await open('ROW', [rowTemplate]);
  await screen.findByRole('option', { name: /Keikkapäivä/ });
  await user.type(screen.getByLabelText('Etsi pohjaa'), 'zzz');
  await screen.findByText('Haulla ei löytynyt pohjia.');
});

test('without templates it tells how to get some', async () => {
  await open('ROW', [textTemplate]);
  await screen.findByText(/Ei vielä tallennettuja rivejä/);
});

test('on an invoice that cannot be edited nothing is picked, and it is said why', async () => {
  fakeTemplates([rowTemplate]);
  renderSignedIn(
    <TemplatePicker kind="ROW" onPick={vi.fn<() => void>()} disabled="Laskua ei voi muokata." />,
  );
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /pohjasta$/ });
  expect(button.disabled).toBe(true);
  expect(button.title).toBe('Laskua ei voi muokata.');
});
