import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWaitingCards } from '@/api/providerPeople';
import { PageTitle } from '@/components/PageTitle';
import { ListView } from '@/components/provider/ListView';
import { m } from '@/paraglide/messages';
import { CardDesk } from './CardDesk';
import { CardList } from './CardList';
import classes from './TaxCards.module.css';

/** Tax cards that wait to be read: the list, and of the chosen one the file beside its form. */
export function TaxCardsPage() {
  const list = useWaitingCards();
  const [chosenId, setChosenId] = useState<string>();
  const chosen = list.items.find(({ card }) => card.id === chosenId) ?? list.items[0];
  return (
    <Stack gap="md">
      <PageTitle>{m.provider_page_tax_cards()}</PageTitle>
      <ListView list={list} empty={<Text>{m.providerpeople_cards_empty()}</Text>}>
        {(cards) => (
          <div className={classes.desk}>
            <CardList cards={cards} chosen={chosen?.card.id} choose={setChosenId} />
            {chosen !== undefined && <CardDesk key={chosen.card.id} owned={chosen} />}
          </div>
        )}
      </ListView>
    </Stack>
  );
}
