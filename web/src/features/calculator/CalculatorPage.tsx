import { Divider, Paper, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { PageTitle } from '@/components/PageTitle';
import { registerWorkTexts } from '@/lib/notify/work';
import { m } from '@/paraglide/messages';
import { AdvancedFields } from './AdvancedFields';
import { AmountFields } from './AmountFields';
import classes from './CalculatorPage.module.css';
import { TaxFields, TravelFields } from './DetailFields';
import { OwnSwitch } from './OwnSwitch';
import { PhoneSummary } from './PhoneSummary';
import { Result } from './Result';
import { useCalculator } from './useCalculator';
import { WorkFields } from './WorkFields';

registerWorkTexts();

/** Calculates the salary from an invoice, or the invoice for a wanted salary. */
export function CalculatorPage() {
  const calculator = useCalculator();
  const result = useRef<HTMLDivElement>(null);
  const showResult = () => {
    result.current?.focus({ preventScroll: true });
    result.current?.scrollIntoView();
  };
  return (
    <>
      <PageTitle>{m.page_calculator()}</PageTitle>
      <Text size="lg" c="dimmed" mt={4} mb="lg" maw={640}>
        {m.calculator_intro()}
      </Text>
      <div className={classes.columns}>
        <div className={classes.questions}>
          <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} className={classes.card}>
            <Stack gap="lg">
              {calculator.mayBeOwn && <OwnSwitch calculator={calculator} />}
              <AmountFields calculator={calculator} />
              <Divider className={classes.line} />
              <TaxFields calculator={calculator} />
              <Divider className={classes.line} />
              <TravelFields calculator={calculator} />
              <Divider className={classes.line} />
              {!calculator.own && (
                <>
                  <WorkFields calculator={calculator} />
                  <Divider className={classes.line} />
                </>
              )}
              <AdvancedFields calculator={calculator} />
            </Stack>
          </Paper>
          <PhoneSummary calculator={calculator} onShow={showResult} />
        </div>
        <div ref={result} tabIndex={-1} className={classes.result}>
          <Result calculator={calculator} />
        </div>
      </div>
    </>
  );
}
