import { NavLink } from '@mantine/core';
import type { CardOfWorker } from '@/api/providerPeople';
import { Waiting } from '@/components/provider/Waiting';
import { m } from '@/paraglide/messages';

interface Props {
  cards: readonly CardOfWorker[];
  chosen: string | undefined;
  choose: (cardId: string) => void;
}

/** Whose cards wait, the oldest first. */
export function CardList({ cards, chosen, choose }: Props) {
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
