import { ActionIcon, Group, SegmentedControl, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLanguage } from '@/lib/language';
import {
  asKind,
  neighbour,
  PERIOD_KINDS,
  periodName,
  type Period,
  type PeriodKind,
} from '@/lib/period';
import { m } from '@/paraglide/messages';
import classes from './PeriodChooser.module.css';

const KIND_NAMES: Readonly<Record<PeriodKind, () => string>> = {
  month: m.providerpayroll_period_month,
  quarter: m.providerpayroll_period_quarter,
  year: m.providerpayroll_period_year,
};

interface Props {
  period: Period;
  /** YYYY-MM-DD */
  today: string;
  choose: (period: Period) => void;
}

/** The month, quarter or year that is looked at, and the way to the ones beside it. */
export function PeriodChooser({ period, today, choose }: Props) {
  const language = useLanguage();
  return (
    <Group gap="sm" className={classes.chooser}>
      <SegmentedControl
        aria-label={m.providerpayroll_period()}
        data={PERIOD_KINDS.map((value) => ({ value, label: KIND_NAMES[value]() }))}
        value={period.kind}
        onChange={(kind) => choose(asKind(period, kind, today))}
      />
      <Group gap={4} wrap="nowrap">
        <Step name={m.providerpayroll_period_previous()} to={neighbour(period, -1)} choose={choose}>
          <IconChevronLeft size={18} aria-hidden="true" />
        </Step>
        <Text className={classes.name} aria-live="polite">
          {periodName(period, language)}
        </Text>
        <Step name={m.providerpayroll_period_next()} to={neighbour(period, 1)} choose={choose}>
          <IconChevronRight size={18} aria-hidden="true" />
        </Step>
      </Group>
    </Group>
  );
}

interface StepProps {
  name: string;
  to: Period | undefined;
  choose: (period: Period) => void;
  children: ReactNode;
}

function Step({ name, to, choose, children }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={name}
      disabled={to === undefined}
      onClick={() => to !== undefined && choose(to)}
    >
      {children}
    </ActionIcon>
  );
}
