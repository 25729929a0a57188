import { Anchor } from '@mantine/core';

/** What makes a share, a purchase or an advance on a page a place that links lead to. */
export function partPlace(id: string) {
  return { id: `part-${id}`, tabIndex: -1 };
}

/** Leads to a share, a purchase or an advance on the same page, and gives it the focus. */
export function PartLink({ id, name }: { id: string; name: string }) {
  const place = partPlace(id).id;
  return (
    <Anchor
      href={`#${place}`}
      inherit
      onClick={(event) => {
        const part = document.getElementById(place);
        if (part === null) return;
        event.preventDefault();
        part.focus({ preventScroll: true });
        part.scrollIntoView({ block: 'center' });
      }}
    >
      {name}
    </Anchor>
  );
}
