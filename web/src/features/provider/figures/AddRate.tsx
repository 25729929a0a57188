import { Button, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  usePreviewFigures,
  type FiguresPreview,
  type MissingFigure,
  type NewFigures,
} from '@/api/figures';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { focusWhenShown } from '@/components/focusWhenShown';
import { Panel } from '@/components/Panel';
import { refuseOrNotify } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { numberProblems, withPlainNumbers } from '@/lib/number';
import { m } from '@/paraglide/messages';
import { Confirm } from './Confirm';

const EMPTY = { percent: '', source: '' };
const NUMBERS = { percent: 'percent' } as const;

/** The reference rate of a half-year: first what it changes, then it is taken. */
export function AddRate({ missing }: { missing: readonly MissingFigure[] }) {
  const first = missing.find(({ kind }) => kind === 'REFERENCE_RATE');
  const state = useForm(
    { year: first === undefined ? '' : `${first.year}`, half: `${first?.half ?? 1}`, ...EMPTY },
    (now) => numberProblems(now, NUMBERS),
  );
  const { form, fields, input, submit, refuse, restart } = state;
  const looking = usePreviewFigures();
  const [shown, setShown] = useState<{ figures: NewFigures; preview: FiguresPreview }>();
  // The fields are back after a preview, which had the focus.
  const [wasShown, setWasShown] = useState(false);
  const look = () => {
    const figures: NewFigures = { kind: 'rate', body: withPlainNumbers(fields, NUMBERS) };
    looking.mutate(figures, {
      onSuccess: (preview) => {
        setShown({ figures, preview });
        setWasShown(true);
      },
      onError: refuseOrNotify({ refuse }),
    });
  };
  const cancel = () => setShown(undefined);
  const forget = () => {
    cancel();
    restart((now) => ({ ...now, ...EMPTY }));
  };
  return (
    <Panel title={m.figures_add_rate()}>
      {shown !== undefined && <Confirm {...shown} onTaken={forget} onCancel={cancel} />}
      {shown === undefined && (
        <form ref={form} onSubmit={submit(look)} noValidate>
          <Stack gap="sm">
            <Text c="dimmed">{m.figures_add_rate_help()}</Text>
            <SimpleGrid cols={{ base: 1, xs: 3 }}>
              <TextInput label={m.figures_year()} inputMode="numeric" {...input('year')} />
              <NativeSelect
                size="md"
                label={m.figures_half()}
                data={[
                  { value: '1', label: m.figures_half_first() },
                  { value: '2', label: m.figures_half_second() },
                ]}
                {...input('half')}
              />
              <NumberInput
                kind="percent"
                label={m.figures_percent()}
                {...numberInput(state, 'percent')}
              />
            </SimpleGrid>
            <TextInput
              label={m.figures_source()}
              description={m.figures_source_help()}
              {...input('source')}
            />
            <div>
              <Button
                type="submit"
                loading={looking.isPending}
                ref={wasShown ? focusWhenShown : undefined}
              >
                {m.figures_look()}
              </Button>
            </div>
          </Stack>
        </form>
      )}
    </Panel>
  );
}
