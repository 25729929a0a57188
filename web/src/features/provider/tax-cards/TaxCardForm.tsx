import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { taxCardFileQuery, useHandleCard, type CardOfWorker } from '@/api/providerPeople';
import { TextLink } from '@/components/links';
import { FileView } from '@/components/FileView';
import { saveForm } from '@/components/saveForm';
import { useForm } from '@/components/useForm';
import { m } from '@/paraglide/messages';
import classes from './TaxCards.module.css';

const EMPTY = { baseRate: '', ceiling: '', additionalRate: '', validFrom: '' };

/** The card as the worker sent it, and beside it what is to be read off it. */
export function TaxCardForm({ owned }: { owned: CardOfWorker }) {
  const { personId, name, card } = owned;
  const form = useForm(EMPTY);
  const saving = useHandleCard(owned);
  return (
    <section className={classes.card} aria-label={name}>
      {card.hasFile ? (
        <FileView name={m.providerpeople_card_of({ name })} query={taxCardFileQuery(card.id)} />
      ) : (
        <Text c="dimmed">{m.providerpeople_card_no_file()}</Text>
      )}
      <form {...saveForm(form, saving, form.fields)}>
        <Stack gap="sm">
          <Title order={2}>{name}</Title>
          <TextLink to="/provider/workers/$personId" params={{ personId }}>
            {m.providerpeople_card_worker()}
          </TextLink>
          <TextInput
            label={m.providerpeople_card_base_rate()}
            inputMode="decimal"
            {...form.input('baseRate')}
          />
          <TextInput
            label={m.providerpeople_card_ceiling()}
            description={m.providerpeople_card_ceiling_help()}
            inputMode="decimal"
            {...form.input('ceiling')}
          />
          <TextInput
            label={m.providerpeople_card_additional_rate()}
            inputMode="decimal"
            {...form.input('additionalRate')}
          />
          <TextInput
            label={m.providerpeople_card_valid_from()}
            placeholder={m.invoice_date_form()}
            {...form.input('validFrom')}
          />
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
