import { List } from '@mantine/core';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { fieldText } from './fieldText';

interface Props {
  problems: readonly { field: string; key: string }[];
}

/** What is wrong with a bill: where, and why. */
export function ProblemList({ problems }: Props) {
  return (
    <List spacing="xs">
      {problems.map(({ field, key }) => (
        <List.Item key={`${field} ${key}`}>
          {m.bills_problem({ field: fieldText(field), reason: textOf(key) })}
        </List.Item>
      ))}
    </List>
  );
}
