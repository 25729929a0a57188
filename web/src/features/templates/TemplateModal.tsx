import { Alert, Button, Group, Modal, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { Template, TemplateKind } from '@/api/templates';
import { m } from '@/paraglide/messages';
import { RowFields } from './RowFields';
import { TemplateTextField } from './TemplateTextField';
import { useTemplateForm } from './useTemplateForm';

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
    <Modal
      opened={view !== undefined}
      onClose={onClose}
      title={template === undefined ? m.templates_new_title() : m.templates_edit_title()}
      size="lg"
      fullScreen={phone}
      // A click that misses the window must not cost what was typed.
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      <TemplateForm key={template?.id} template={template} onClose={onClose} />
    </Modal>
  );
}

interface FormProps {
  template: Template | undefined;
  onClose: () => void;
}

function TemplateForm({ template, onClose }: FormProps) {
  const state = useTemplateForm(template, onClose);
  const { fields, change, failure, saving, submit } = state;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
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
        {failure !== undefined && (
          <Alert role="alert" color="red" title={m.templates_failed()}>
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {m.dialog_cancel()}
          </Button>
          <Button type="submit" loading={saving}>
            {m.templates_save()}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
