import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Template } from '@/api/templates';
import { m } from '@/paraglide/messages';
import { nextStep, selectedBy, type Step } from './selection';
import classes from './TemplateList.module.css';
import { TemplateItem } from './TemplateItem';
import { useDeletion } from './useDeletion';

interface Props {
  templates: readonly Template[];
  onEdit: (template: Template) => void;
}

/** The templates with a box before each, so that many can be deleted at once. */
export function TemplateList({ templates, onEdit }: Props) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const confirmDeletion = useDeletion();
  // A template deleted elsewhere is no longer selected.
  const selected = templates.filter(({ id }) => ticked.has(id));
  const step = nextStep(new Set(selected.map(({ id }) => id)), templates);

  const tick = ({ id }: Template, on: boolean) =>
    setTicked((before) => new Set([...before].filter((one) => one !== id).concat(on ? id : [])));

  return (
    <>
      <Group justify="space-between" mb="xs" mih={42}>
        <Group gap="sm">
          <Button
            variant="default"
            size="sm"
            onClick={() => setTicked(selectedBy(step, templates))}
          >
            {stepText(step)}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {selected.length > 0 &&
              m.templates_selected({ count: selected.length, total: templates.length })}
          </Text>
        </Group>
        {selected.length > 0 && (
          <Button variant="light" color="red" size="sm" onClick={() => confirmDeletion(selected)}>
            {m.templates_delete_selected()}
          </Button>
        )}
      </Group>
      <ul className={classes.list} aria-label={m.templates_list()}>
        {templates.map((template) => (
          <TemplateItem
            key={template.id}
            template={template}
            selected={ticked.has(template.id)}
            onSelect={(on) => tick(template, on)}
            onEdit={() => onEdit(template)}
            onDelete={() => confirmDeletion([template])}
          />
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="md">
        {m.templates_show_help()}
      </Text>
    </>
  );
}

function stepText(step: Step): string {
  switch (step) {
    case 'all':
      return m.templates_toggle_all();
    case 'hidden':
      return m.templates_toggle_hidden();
    case 'none':
      return m.templates_toggle_none();
  }
}
