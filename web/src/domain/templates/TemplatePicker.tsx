import { Button, Combobox, Text, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '@/api/session';
import { templatesQuery, type Template, type TemplateKind } from '@/api/templates';
import { LoadFailure } from '@/components/LoadFailure';
import { m } from '@/paraglide/messages';
import { contentText } from './templateText';
import classes from './TemplatePicker.module.css';

interface Props {
  kind: TemplateKind;
  onPick: (template: Template) => void;
  /** Why nothing can be picked. */
  disabled?: string | undefined;
}

/** A button that opens the saved rows or texts, of which one is put on the invoice. */
export function TemplatePicker({ kind, onPick, disabled }: Props) {
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useQuery(templatesQuery(useSession()?.id));
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setTyped('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const label = kind === 'ROW' ? m.templates_pick_row() : m.templates_pick_text();

  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-start"
      shadow="md"
      // Within the landmark of the page, where a screen reader looks for it.
      withinPortal={false}
      onOptionSubmit={(id) => {
        combobox.closeDropdown();
        const picked = data?.find((template) => template.id === id);
        if (picked !== undefined) onPick(picked);
      }}
    >
      <Combobox.Target withAriaAttributes={false} targetType="button">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTemplate size={18} aria-hidden="true" />}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          disabled={disabled !== undefined}
          title={disabled}
          onClick={() => combobox.toggleDropdown()}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          aria-label={m.templates_pick_search()}
          placeholder={m.templates_pick_search()}
        />
        {error === null ? (
          <Combobox.Options aria-label={label} className={classes.options}>
            <Offered kind={kind} templates={data} typed={typed} />
          </Combobox.Options>
        ) : (
          <LoadFailure error={error} retry={() => void refetch()} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface OfferedProps {
  kind: TemplateKind;
  templates: readonly Template[] | undefined;
  typed: string;
}

/** The templates that are to be shown and match what is typed. */
function Offered({ kind, templates, typed }: OfferedProps) {
  const offered = templates?.filter((template) => template.kind === kind && template.showInResult);
  const found = offered?.filter((template) => matches(template, typed)) ?? [];
  if (found.length === 0) {
    return (
      <Combobox.Empty className={classes.empty}>{emptyText(kind, offered?.length)}</Combobox.Empty>
    );
  }
  return found.map((template) => (
    <Combobox.Option key={template.id} value={template.id}>
      <Text fw={600}>{template.name}</Text>
      <Text size="sm" c="dimmed" lineClamp={1}>
        {contentText(template)}
      </Text>
    </Combobox.Option>
  ));
}

function matches(template: Template, typed: string): boolean {
  const text = `${template.name} ${contentText(template)}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function emptyText(kind: TemplateKind, offered: number | undefined): string {
  if (offered === undefined) return m.loading();
  if (offered > 0) return m.templates_pick_nothing();
  return kind === 'ROW' ? m.templates_pick_none_row() : m.templates_pick_none_text();
}
