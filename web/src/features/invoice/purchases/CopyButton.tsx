import { Anchor } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { copyQuery, type PurchaseReceipt } from '@/api/purchases';
import { AppModal } from '@/components/AppModal';
import { FileView } from '@/components/FileView';
import { m } from '@/paraglide/messages';
import classes from '../receipts/Receipts.module.css';

/** The name of a copy, which opens it. */
export function CopyButton({ copy: { id, displayname: name } }: { copy: PurchaseReceipt }) {
  const [shown, setShown] = useState(false);
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        className={classes.name}
        aria-label={m.purchases_copy_show({ name })}
        onClick={() => setShown(true)}
      >
        {name}
      </Anchor>
      <AppModal
        opened={shown}
        onClose={() => setShown(false)}
        title={name}
        size="xl"
        fullScreen={phone}
      >
        <FileView name={name} query={copyQuery(id)} />
      </AppModal>
    </>
  );
}
