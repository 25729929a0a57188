import { List } from '@mantine/core';
import type { Bill } from '@/api/billTypes';
import { OtherBillLink } from './OtherBillLink';
import { problemText } from './problemText';
import { otherBillIn, reasonKey, reasonText } from './reasonText';

interface Props {
  problems: readonly Parameters<typeof reasonText>[0][];
  /** A clerk sees another bill where bills are checked. */
  clerk?: boolean;
  /** Names the people and companies that a problem is about. */
  bill?: Bill;
}

/** What is wrong with a bill: where, and why. */
export function ProblemList({ problems, clerk = false, bill }: Props) {
  return (
    <List spacing="xs">
      {problems.map((problem) => (
        <List.Item key={`${problem.field} ${problem.key}`}>
          {problemText({ ...problem, reason: reasonText(problem) }, bill)}
          <LinkToOther problem={problem} clerk={clerk} />
        </List.Item>
      ))}
    </List>
  );
}

function LinkToOther({ problem, clerk }: { problem: Props['problems'][number]; clerk: boolean }) {
  const other = otherBillIn(reasonKey(problem));
  return other === undefined ? null : <OtherBillLink other={other} clerk={clerk} />;
}
