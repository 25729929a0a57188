import { Group, NavLink, Stack, Text } from '@mantine/core';
import { handledCardKey, useWaitingCards, type CardOfWorker } from '@/api/providerPeople';
import { PageTitle } from '@/components/PageTitle';
import { Waiting } from '@/components/Waiting';
import { ChoiceKeys } from '@/components/list/ChoiceKeys';
import { Gone } from '@/components/list/Gone';
import { ListView } from '@/components/list/ListView';
import { useChosen } from '@/components/list/useChosen';
import { m } from '@/paraglide/messages';
import { TaxCardForm } from './TaxCardForm';
import classes from './TaxCards.module.css';

/** Tax cards that wait to be read: the list, and of the chosen one the file beside its form. */
export function TaxCardsPage() {
  const list = useWaitingCards();
  const { chosen, gone, choose, goOn, ids } = useChosen({
    list,
    idOf: ({ card }) => card.id,
    decisionKey: handledCardKey,
  });
  const chosenId = chosen?.card.id;
  const others = list.items.length > 0;
  const told = gone && (
    <Gone title={chosen?.name} reason={m.providerpeople_card_gone()} others={others} />
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PageTitle>{m.provider_page_tax_cards()}</PageTitle>
        <ChoiceKeys ids={ids} chosen={chosenId} choose={choose} />
      </Group>
      {!others && told}
      <ListView list={list} empty={<Text>{m.providerpeople_cards_empty()}</Text>}>
        {(cards) => (
          <div className={classes.columns}>
            <CardList cards={cards} chosen={chosenId} choose={choose} />
            {told}
            {chosen !== undefined && !gone && (
              <TaxCardForm key={chosenId} owned={chosen} onUsed={goOn} />
            )}
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
