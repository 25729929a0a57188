import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { AppModal } from '@/components/AppModal';
import { DialogButtons } from '@/components/DialogButtons';
import { m } from '@/paraglide/messages';
import { TaxCardUpload } from './TaxCardUpload';

interface Props {
  personId: string;
  id?: string;
}

/** A button that sends a tax card, and a dialog that says from when on the card is used. */
export function ConfirmedTaxCardUpload(props: Props) {
  const [received, setReceived] = useState(false);
  return (
    <>
      <TaxCardUpload {...props} onSent={() => setReceived(true)} />
      <AppModal
        opened={received}
        onClose={() => setReceived(false)}
        title={m.account_tax_received_title()}
      >
        <Text>{m.account_tax_received_body()}</Text>
        <DialogButtons mt="md">
          <Button onClick={() => setReceived(false)} data-autofocus>
            {m.account_tax_received_close()}
          </Button>
        </DialogButtons>
      </AppModal>
    </>
  );
}
