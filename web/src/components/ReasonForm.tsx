import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { m } from '@/paraglide/messages';
import { AppModal } from './AppModal';
import { DialogButtons } from './DialogButtons';

/** The maximum that the server accepts of most reasons. */
const USUAL_LONGEST = 500;

interface FormProps {
  label: string;
  description?: string;
  /** The error when the reason is empty. */
  missing: string;
  /** The maximum that the server accepts, where it is not the usual one. */
  longest?: number;
  /** One line, which a usual reason replaces and Enter sends. */
  singleLine?: boolean;
  confirm: string;
  send: (reason: string) => void;
  cancel: () => void;
  busy?: boolean;
  /** In a page the buttons are small, at the start, and the one that sends comes first. */
  inPage?: boolean;
  /** Usual reasons to begin with: the name on the button, and the text that it adds. */
  usual?: { readonly title?: string; readonly reasons: readonly { name: string; text: string }[] };
  children?: ReactNode;
}

/** Asks for a reason, which may not be empty. Ctrl+Enter sends it. */
export function ReasonForm({ usual, children, singleLine = false, ...props }: FormProps) {
  const [reason, setReason] = useState('');
  const [empty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const write = (text: string) => {
    setReason(text);
    setEmpty(false);
  };
  const add = (text: string) => {
    write(singleLine || reason.trim() === '' ? text : `${reason.trim()} ${text}`);
    field.current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Keys send it too, while the button is disabled.
    if (props.busy === true) return;
    if (reason.trim() === '') setEmpty(true);
    else props.send(reason.trim());
  };
  const input = {
    ref: field,
    label: props.label,
    description: props.description,
    required: true,
    maxLength: props.longest ?? USUAL_LONGEST,
    value: reason,
    error: empty && props.missing,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      write(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const enter = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (enter) event.currentTarget.form?.requestSubmit();
    },
    'data-autofocus': true,
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={props.inPage === true ? 'sm' : 'md'}>
        {children}
        {usual !== undefined && (
          <div>
            {usual.title !== undefined && (
              <Text size="sm" fw={500} mb={6}>
                {usual.title}
              </Text>
            )}
            <Group gap="xs">
              {usual.reasons.map(({ name, text }) => (
                <Button key={name} size="compact-sm" variant="light" onClick={() => add(text)}>
                  {name}
                </Button>
              ))}
            </Group>
          </div>
        )}
        {singleLine ? <TextInput {...input} /> : <Textarea {...input} autosize minRows={2} />}
        <Buttons {...props} />
      </Stack>
    </form>
  );
}

function Buttons({ inPage = false, busy = false, confirm, cancel }: Omit<FormProps, 'usual'>) {
  const size = inPage ? 'sm' : 'md';
  const cancelButton = (
    <Button size={size} variant="default" onClick={cancel}>
      {m.dialog_cancel()}
    </Button>
  );
  const sendButton = (
    <Button size={size} type="submit" loading={busy}>
      {confirm}
    </Button>
  );
  return inPage ? (
    <Group gap="xs">
      {sendButton}
      {cancelButton}
    </Group>
  ) : (
    <DialogButtons>
      {cancelButton}
      {sendButton}
    </DialogButtons>
  );
}

/** The same question in a dialog. */
export function ReasonDialog({ title, ...form }: FormProps & { title: string }) {
  return (
    <AppModal opened onClose={form.cancel} size="lg" title={title}>
      <ReasonForm {...form} />
    </AppModal>
  );
}
