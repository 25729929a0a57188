import { ActionIcon, Badge, Checkbox, Group, Switch, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { bodyOf, useSaveTemplate, type Template } from '@/api/templates';
import { contentText } from '@/domain/templates/templateText';
import { tellProblem } from '@/components/tellProblem';
import { m } from '@/paraglide/messages';
import classes from './TemplateList.module.css';

interface Props {
  template: Template;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function TemplateItem({ template, selected, onSelect, onEdit, onDelete }: Props) {
  const { name, kind } = template;
  return (
    <li className={classes.item}>
      <Checkbox
        size="md"
        aria-label={m.templates_select({ name })}
        checked={selected}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <div className={classes.content}>
        <div className={classes.name}>
          <Text fw={600} component="span">
            {name}
          </Text>
          <Badge variant="default" size="sm">
            {kind === 'ROW' ? m.templates_kind_row() : m.templates_kind_text()}
          </Badge>
        </div>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {contentText(template)}
        </Text>
      </div>
      <ShowSwitch template={template} />
      <Group gap={4} wrap="nowrap">
        <Tooltip label={m.templates_edit()}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={m.templates_edit_of({ name })}
            onClick={onEdit}
          >
            <IconPencil size={20} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={m.templates_delete()}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={m.templates_delete_of({ name })}
            onClick={onDelete}
          >
            <IconTrash size={20} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Group>
    </li>
  );
}

/** Whether the picker offers the template. What was chosen shows at once, before it is saved. */
function ShowSwitch({ template }: { template: Template }) {
  const { mutate, variables, isPending } = useSaveTemplate();
  const shown = isPending ? variables.body.showInResult : template.showInResult;
  return (
    <Switch
      className={classes.show}
      label={m.templates_show()}
      aria-label={m.templates_show_of({ name: template.name })}
      checked={shown}
      onChange={({ currentTarget }) =>
        mutate(
          {
            id: template.id,
            body: { ...bodyOf(template), showInResult: currentTarget.checked },
          },
          { onError: tellProblem },
        )
      }
    />
  );
}
