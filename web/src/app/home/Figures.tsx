import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Info } from '@/api/info';
import { profileQuery } from '@/api/profile';
import type { Readiness } from '@/api/readiness';
import { Figure, FigureList } from '@/components/FigureList';
import { TextLink } from '@/components/links';
import { Panel } from '@/components/Panel';
import { ConfirmedTaxCardUpload } from '@/domain/account/ConfirmedTaxCardUpload';
import { HelpLink } from '@/domain/help/HelpLink';
import { cardState } from '@/domain/readiness/needs';
import { formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';
import classes from './Home.module.css';

interface Props {
  info: Info;
  readiness: Readiness | undefined;
  personId: string;
}

/** The figures of the year: the tax card and the tax, the invoices and the service fee. */
export function Figures({ info, readiness, personId }: Props) {
  return (
    <div className={classes.columns}>
      <TaxFigures info={info} readiness={readiness} personId={personId} />
      <InvoiceFigures info={info} />
    </div>
  );
}

function TaxFigures({ info, readiness, personId }: Props) {
  const newestCard = useQuery(profileQuery).data?.newestTaxCard;
  // A card that is in use counts as there, also while a newer one waits.
  const waits = newestCard?.state === 'WAITING' || cardState(readiness) === 'WAITING';
  const { noTaxCard, taxcardLeft } = info;
  const left = noTaxCard ? m.home_tax_no_card() : m.home_tax_no_limit();
  return (
    <Panel padding="lg" title={m.home_tax()}>
      <FigureList>
        <Figure
          name={m.home_tax_percent()}
          {...(noTaxCard && { note: m.home_tax_percent_no_card() })}
        >
          {info.taxpercent === null ? m.home_tax_percent_unknown() : formatPercent(info.taxpercent)}
        </Figure>
        <Figure
          name={m.home_tax_left()}
          {...(taxcardLeft === 0 && { note: m.home_tax_left_none() })}
        >
          {taxcardLeft === null ? left : formatMoney(taxcardLeft)}
        </Figure>
        <Figure name={m.home_tax_wages()}>
          <TextLink to="/salaries" inherit underline="always">
            {formatMoney(info.taxableAmount)}
          </TextLink>
        </Figure>
        <Figure name={m.home_tax_withheld()}>{formatMoney(info.taxAmountThisYear)}</Figure>
      </FigureList>
      <Stack gap="sm" align="flex-start" mt="sm">
        <ConfirmedTaxCardUpload personId={personId} />
        {waits && <Text size="sm">{m.readiness_card_waiting()}</Text>}
        <HelpLink topic="tax-card" />
      </Stack>
    </Panel>
  );
}

function InvoiceFigures({ info }: { info: Info }) {
  return (
    <Panel padding="lg" title={m.home_invoices()}>
      <FigureList>
        <Figure name={m.home_invoices_drafts()}>{formatMoney(info.openAmount)}</Figure>
        <Figure name={m.home_invoices_waiting()}>{formatMoney(info.approvedAmount)}</Figure>
        <Figure name={m.home_invoices_paid()}>{formatMoney(info.paidAmount)}</Figure>
        <Figure name={m.home_fee()}>{formatMoney(info.provision)}</Figure>
        <Figure
          name={m.home_fee_maximum()}
          note={m.home_fee_this_month({ amount: formatMoney(info.servicePriceThisMonth) })}
        >
          {formatMoney(info.maximumServicePrice)}
        </Figure>
      </FigureList>
    </Panel>
  );
}
