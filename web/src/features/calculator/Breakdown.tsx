import { Text, Title } from '@mantine/core';
import { AmountLines } from '@/components/salary/AmountLines';
import { m } from '@/paraglide/messages';
import { linesOf } from './lines';
import { LINE_TEXTS, type Subject } from './lineTexts';

/** The way from the invoice to the account, line by line. */
export function Breakdown({ subject }: { subject: Subject }) {
  const lines = linesOf(subject.summary).map((line) => ({
    ...line,
    label: LINE_TEXTS[line.id].label(subject),
    why: LINE_TEXTS[line.id].why(subject),
  }));
  return (
    <section>
      <Title order={3}>{m.calculator_breakdown()}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {m.calculator_breakdown_help()}
      </Text>
      <AmountLines label={m.calculator_breakdown()} lines={lines} />
    </section>
  );
}
