import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { taxFreeAddress, tripsAddress, type TaxInfo } from '@/api/info';
import { Panel } from '@/components/Panel';
import { useLanguage } from '@/lib/language';
import { daysOf, parsePeriod, periodName, type Period } from '@/lib/period';
import { m } from '@/paraglide/messages';
import classes from './Tax.module.css';

interface Props {
  personId: string;
  info: TaxInfo;
}

/** The papers of the trips: of the whole year, and of each month that has any. */
export function Downloads({ personId, info: { year, months } }: Props) {
  const withTrips = months
    .filter(({ hasTrips }) => hasTrips)
    .flatMap(({ month }) => parsePeriod(month) ?? []);
  const periods: Period[] = [{ kind: 'year', year, part: 1 }, ...withTrips];
  return (
    <Panel padding="lg" title={m.tax_downloads()}>
      <Text c="dimmed" maw={640}>
        {withTrips.length === 0 ? m.tax_downloads_none({ year }) : m.tax_downloads_intro()}
      </Text>
      {withTrips.length > 0 && (
        <ul className={classes.months}>
          {periods.map((period) => (
            <PeriodPapers
              key={`${period.kind}${period.part}`}
              personId={personId}
              period={period}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function PeriodPapers({ personId, period }: { personId: string; period: Period }) {
  const language = useLanguage();
  const days = daysOf(period);
  const name =
    period.kind === 'year'
      ? m.tax_downloads_year({ year: period.year })
      : periodName(period, language);
  return (
    <li>
      <Text fw={period.kind === 'year' ? 650 : 400}>{name}</Text>
      <Group gap="xs">
        <Download href={tripsAddress(personId, days)} text={m.tax_download_trips()} period={name} />
        <Download
          href={taxFreeAddress(personId, days)}
          text={m.tax_download_free()}
          period={name}
        />
      </Group>
    </li>
  );
}

function Download({ href, text, period }: { href: string; text: string; period: string }) {
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      size="sm"
      aria-label={m.tax_download_of({ text, period })}
      leftSection={<IconDownload size={18} aria-hidden="true" />}
    >
      {text}
    </Button>
  );
}
