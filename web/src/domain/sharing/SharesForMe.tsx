import { Alert, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useCursorList } from '@/api/listing';
import { receivedShares, type ReceivedShare } from '@/api/shares';
import { ListView } from '@/components/list/ListView';
import { m } from '@/paraglide/messages';
import { ItemList } from './ItemCard';
import { ShareRequest } from './ShareRequest';

interface Props {
  personId: string;
  /** The share that a mail led to. */
  linked?: string | undefined;
}

/** The shares that wait for an answer of the signed-in worker. Where none does, nothing is shown. */
export function SharesForMe({ personId, linked }: Props) {
  const list = useCursorList(receivedShares(personId, 'WAITING_SUBCONTRACTOR'));
  const section = useRef<HTMLDivElement>(null);
  const isThere = list.items.some(({ id }) => id === linked);
  const answered = list.pages.length > 0 && !list.hasMore;
  return (
    <>
      {linked !== undefined && answered && !isThere && (
        <LinkedShare personId={personId} linked={linked} />
      )}
      {(list.items.length > 0 || list.failure !== null) && (
        <Stack
          component="section"
          ref={section}
          tabIndex={-1}
          gap="sm"
          aria-label={m.sharing_for_me()}
        >
          <Title order={2}>{m.sharing_for_me()}</Title>
          <ListView list={list} empty={null}>
            {(shares) => (
              <ItemList label={m.sharing_for_me()}>
                {shares.map((share) => (
                  <OfferedShare
                    key={share.id}
                    share={share}
                    linked={share.id === linked}
                    // The buttons that were pressed go with their share.
                    onDecided={() => section.current?.focus()}
                  />
                ))}
              </ItemList>
            )}
          </ListView>
        </Stack>
      )}
    </>
  );
}

interface OfferedProps {
  share: ReceivedShare;
  linked: boolean;
  onDecided: () => void;
}

/** The share that a mail led to has the focus as soon as it is there. */
function OfferedShare({ share, linked, onDecided }: OfferedProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!linked) return;
    item.current?.focus();
    item.current?.scrollIntoView({ block: 'center' });
  }, [linked]);
  return <ShareRequest ref={item} share={share} onDecided={onDecided} />;
}

/** What became of a share that a mail led to and that no longer waits. */
function LinkedShare({ personId, linked }: Required<Props>) {
  const { items, pages } = useCursorList(receivedShares(personId));
  if (pages.length === 0) return null;
  const state = items.find(({ id }) => id === linked)?.state;
  return (
    <Alert color={state === 'APPROVED' ? 'green' : 'yellow'} variant="light" role="status">
      <Text size="sm">{whatBecame(state)}</Text>
    </Alert>
  );
}

function whatBecame(state: ReceivedShare['state'] | undefined): string {
  if (state === 'APPROVED') return m.sharing_linked_approved();
  return state === 'DECLINED' ? m.sharing_linked_declined() : m.sharing_linked_gone();
}
