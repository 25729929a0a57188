import { List } from '@mantine/core';
import { m } from '@/paraglide/messages';
import { fieldText } from './fieldText';
import { reasonText } from './reasonText';

interface Props {
  problems: readonly Parameters<typeof reasonText>[0][];
}

/** What is wrong with a bill: where, and why. */
export function ProblemList({ problems }: Props) {
  return (
    <List spacing="xs">
      {problems.map((problem) => (
        <List.Item key={`${problem.field} ${problem.key}`}>
          {m.bills_problem({ field: fieldText(problem.field), reason: reasonText(problem) })}
        </List.Item>
      ))}
    </List>
  );
}
