import { Alert, Button, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { ApiProblem } from '@/api/problem';
import { useSaveTemplate, type Template, type TemplateKind } from '@/api/templates';
import { DialogButtons } from '@/components/DialogButtons';
import { AppModal } from '@/components/AppModal';
import { useForm, type Form } from '@/components/useForm';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { RowFields } from './RowFields';
import { bodyFrom, fieldsOf, problemsOf, type TemplateFields } from './templateFields';
import { TemplateTextField } from './TemplateTextField';

export type TemplateView =
  { readonly kind: 'create' } | { readonly kind: 'edit'; readonly template: Template };

interface Props {
  /** Nothing: the window is closed. */
  view: TemplateView | undefined;
  onClose: () => void;
}

/** The window in which a template is made or changed. */
export function TemplateModal({ view, onClose }: Props) {
  const phone = useMediaQuery('(max-width: 36em)');
  // What was shown stays while the window fades away.
  const [shown, setShown] = useState(view);
  if (view !== undefined && view !== shown) setShown(view);
  const template = shown?.kind === 'edit' ? shown.template : undefined;
  return (
    <AppModal
      opened={view !== undefined}
      onClose={onClose}
      title={template === undefined ? m.templates_new_title() : m.templates_edit_title()}
      size="lg"
      fullScreen={phone}
    >
      <TemplateForm key={template?.id} template={template} onClose={onClose} />
    </AppModal>
  );
}

interface FormProps {
  template: Template | undefined;
  onClose: () => void;
}

function TemplateForm({ template, onClose }: FormProps) {
  const state = useForm(() => fieldsOf(template), problemsOf);
  const { fields, change } = state;
  const { save, isPending, error } = useSaving(state, template, onClose);
  const { form, submit } = state;
  return (
    <form ref={form} noValidate onSubmit={submit(save)}>
      <Stack gap="md">
        {template === undefined && (
          <SegmentedControl<TemplateKind>
            fullWidth
            size="md"
            aria-label={m.templates_kind()}
            value={fields.kind}
            onChange={(kind) => change({ kind })}
            data={[
              { value: 'ROW', label: m.templates_kind_row() },
              { value: 'TEXT', label: m.templates_kind_text() },
            ]}
          />
        )}
        <TemplateTextField
          state={state}
          field="name"
          label={m.templates_name()}
          description={m.templates_name_help()}
          maxLength={200}
          data-autofocus
          required
        />
        {fields.kind === 'ROW' ? (
          <RowFields state={state} />
        ) : (
          <Textarea
            size="md"
            label={m.templates_text()}
            rows={6}
            resize="vertical"
            maxLength={4000}
            value={fields.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            error={state.errorOf('text')}
            required
          />
        )}
        {error !== null && (
          <Alert role="alert" color="red" title={m.templates_failed()}>
            {textOf(error instanceof ApiProblem ? error.errorKey : 'contactAdmin')}
          </Alert>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {m.dialog_cancel()}
          </Button>
          <Button type="submit" loading={isPending}>
            {m.templates_save()}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function useSaving(
  { fields, refuse }: Form<TemplateFields>,
  template: Template | undefined,
  onSaved: () => void,
) {
  const [id] = useState(() => template?.id ?? crypto.randomUUID());
  const { mutate, isPending, error } = useSaveTemplate();
  const save = () => {
    if (isPending) return;
    mutate(
      { id, body: bodyFrom(fields, template?.showInResult ?? true) },
      {
        onSuccess: onSaved,
        // The server names a field of the row by its path, `row.alvPrice`.
        onError: (problem) => refuse(problem, (path) => path.replace(/^row\./, '')),
      },
    );
  };
  return { save, isPending, error };
}
