import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { taxCardFileQuery, useHandleCard, type CardOfWorker } from '@/api/providerPeople';
import { dateInput } from '@/components/dateInput';
import { TextLink } from '@/components/links';
import { FileView } from '@/components/FileView';
import { NumberInput, numberInput } from '@/components/NumberInput';
import { saveForm } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { numberProblems, withPlainNumbers } from '@/lib/number';
import { m } from '@/paraglide/messages';
import classes from './TaxCards.module.css';

const EMPTY = { baseRate: '', additionalRate: '', ceiling: '', validFrom: '' };
const NUMBERS = { baseRate: 'percent', additionalRate: 'percent', ceiling: 'price' } as const;

interface Props {
  owned: CardOfWorker;
  /** It is in use, and waits no more. */
  onUsed: () => void;
}

/** The card as the worker sent it, and beside it what is to be read off it, in the order of the card. */
export function TaxCardForm({ owned, onUsed }: Props) {
  const { personId, name, card } = owned;
  const form = useForm(EMPTY, (fields) => numberProblems(fields, NUMBERS));
  const saving = useHandleCard(owned);
  return (
    <section className={classes.card} aria-label={name}>
      {card.hasFile ? (
        <FileView name={m.providerpeople_card_of({ name })} query={taxCardFileQuery(card.id)} />
      ) : (
        <Text c="dimmed">{m.providerpeople_card_no_file()}</Text>
      )}
      <form {...saveForm(form, saving, withPlainNumbers(form.fields, NUMBERS), onUsed)}>
        <Stack gap="sm">
          <Title order={2}>{name}</Title>
          <TextLink to="/provider/workers/$personId" params={{ personId }}>
            {m.providerpeople_card_worker()}
          </TextLink>
          <NumberInput
            kind="percent"
            unit="%"
            label={m.providerpeople_card_base_rate()}
            {...numberInput(form, 'baseRate')}
          />
          <NumberInput
            kind="percent"
            unit="%"
            label={m.providerpeople_card_additional_rate()}
            {...numberInput(form, 'additionalRate')}
          />
          <NumberInput
            kind="price"
            unit="€"
            label={m.providerpeople_card_ceiling()}
            description={m.providerpeople_card_ceiling_help()}
            {...numberInput(form, 'ceiling')}
          />
          <TextInput label={m.providerpeople_card_valid_from()} {...dateInput(form, 'validFrom')} />
          <Group>
            <Button type="submit" loading={saving.isPending}>
              {m.providerpeople_card_use()}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
