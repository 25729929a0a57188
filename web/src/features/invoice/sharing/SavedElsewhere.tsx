import { Radio, Stack, Text } from '@mantine/core';
import { m } from '@/paraglide/messages';
import { ElsewhereAlert } from '@/components/ElsewhereAlert';
import type { Part, Side } from './useSharedForm';

interface Props<Fields extends object> {
  mine: Fields;
  theirs: Fields;
  parts: readonly Part<Fields>[];
  chosen: Readonly<Record<string, Side>>;
  choose: (part: Part<Fields>, side: Side) => void;
  /** Set when it was tried to be saved without a choice. */
  error: string | undefined;
}

/** Both values of what was changed here and elsewhere, to choose from. */
export function SavedElsewhere<Fields extends object>(props: Props<Fields>) {
  return (
    <ElsewhereAlert title={m.sharing_clash_title()}>
      <Stack gap="sm">
        <Text size="sm">{m.invoice_conflict_body()}</Text>
        {props.parts.map((part) => (
          <Choice key={part.name} part={part} {...props} />
        ))}
      </Stack>
    </ElsewhereAlert>
  );
}

function Choice<Fields extends object>({
  part,
  mine,
  theirs,
  chosen,
  choose,
  error,
}: Props<Fields> & { part: Part<Fields> }) {
  const side = chosen[part.name] ?? null;
  const isMissing = error !== undefined && side === null;
  const text = (fields: Fields) => part.text(fields) || m.invoice_nothing();
  return (
    <Radio.Group
      label={part.label()}
      value={side}
      onChange={(value) => choose(part, value)}
      {...(isMissing && { error: m.sharing_clash_choose() })}
    >
      <Stack gap={6} mt={4}>
        <Radio
          value="mine"
          label={`${m.invoice_conflict_mine()}: ${text(mine)}`}
          aria-invalid={isMissing}
        />
        <Radio value="theirs" label={`${m.invoice_conflict_theirs()}: ${text(theirs)}`} />
      </Stack>
    </Radio.Group>
  );
}
