import { Group, NavLink, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWaitingCards, type CardOfWorker } from '@/api/providerPeople';
import { PageTitle } from '@/components/PageTitle';
import { Waiting } from '@/components/Waiting';
import { ChoiceKeys } from '@/components/list/ChoiceKeys';
import { ListView } from '@/components/list/ListView';
import { m } from '@/paraglide/messages';
import { TaxCardForm } from './TaxCardForm';
import classes from './TaxCards.module.css';

/** Tax cards that wait to be read: the list, and of the chosen one the file beside its form. */
export function TaxCardsPage() {
  const list = useWaitingCards();
  const [chosenId, setChosenId] = useState<string>();
  const chosen = list.items.find(({ card }) => card.id === chosenId) ?? list.items[0];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_tax_cards()}</PageTitle>
        <ChoiceKeys
          ids={list.items.map(({ card }) => card.id)}
          chosen={chosen?.card.id}
          choose={setChosenId}
        />
      </Group>
      <ListView list={list} empty={<Text>{m.providerpeople_cards_empty()}</Text>}>
        {(cards) => (
          <div className={classes.columns}>
            <CardList cards={cards} chosen={chosen?.card.id} choose={setChosenId} />
            {chosen !== undefined && <TaxCardForm key={chosen.card.id} owned={chosen} />}
          </div>
        )}
      </ListView>
    </Stack>
  );
}

interface Props {
  cards: readonly CardOfWorker[];
  chosen: string | undefined;
  choose: (cardId: string) => void;
}

/** Whose cards wait, the oldest first. */
function CardList({ cards, chosen, choose }: Props) {
  return (
    <nav aria-label={m.providerpeople_cards_waiting()}>
      {cards.map(({ name, card: { id, sentAt } }) => (
        <NavLink
          key={id}
          component="button"
          active={id === chosen}
          aria-current={id === chosen ? 'true' : undefined}
          label={name}
          description={<Waiting since={sentAt} />}
          onClick={() => choose(id)}
        />
      ))}
    </nav>
  );
}
