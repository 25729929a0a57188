import { Button, Checkbox, List, Stack, Text } from '@mantine/core';
import { formatMoney } from '@/lib/format/money';
import { useLanguage } from '@/lib/language';
import { m } from '@/paraglide/messages';
import { endedAbroad, withDayAbroad } from '../draft/trip';
import { useEditor } from '../editor';
import { focusPlace } from '../focus';
import { dayText, momentText } from './dayText';
import type { Proposal } from './travelApi';
import { useTripForm } from './tripForm';
import { isAsProposed, proposedAmount, withProposal } from './useProposal';

/** What the trip entitles to, day by day with the reason, and one click to claim it. */
export function ProposedAllowances() {
  const { locked, empty, proposal } = useTripForm();
  const { data, failed, late } = proposal;
  if (locked || empty) return null;
  if (failed) return <Hint>{m.trips_proposal_failed()}</Hint>;
  if (data === undefined)
    return <Hint>{late ? m.trips_proposal_waits() : m.trips_proposal_when()}</Hint>;
  return (
    <Stack gap="xs" aria-busy={late} component="section" aria-label={m.trips_proposal()}>
      <Text fw={600}>{m.trips_proposal()}</Text>
      <Days proposal={data} late={late} />
      <Meals proposal={data} />
      <TakeProposal proposal={data} late={late} />
      {data.countryInTable === false && <Hint>{m.trips_country_not_in_table()}</Hint>}
    </Stack>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {children}
    </Text>
  );
}

function Days({ proposal: { days }, late }: { proposal: Proposal; late: boolean }) {
  const language = useLanguage();
  const { trip } = useTripForm();
  return (
    <List size="sm" spacing={4} aria-label={m.trips_days()}>
      {days.map((day, index) => (
        <List.Item key={day.from}>
          {dayText(day, late ? undefined : trip, language)}
          {trip.workingAbroad && <EndedAbroad days={days} index={index} />}
        </List.Item>
      ))}
    </List>
  );
}

/** Which days ended abroad decides which have a foreign daily allowance. */
function EndedAbroad({ days, index }: { days: Proposal['days']; index: number }) {
  const { trip, change } = useTripForm();
  const { engine } = useEditor();
  const language = useLanguage();
  const until = days[index]?.until ?? '';
  return (
    <Checkbox
      size="sm"
      mt={4}
      label={m.trips_day_abroad({ time: momentText(until, language) })}
      checked={endedAbroad(trip, days.length).includes(index)}
      onChange={({ currentTarget: { checked } }) => {
        change((before) => withDayAbroad(before, days.length, index, checked));
        engine.save();
      }}
    />
  );
}

function Meals({ proposal: { meals } }: { proposal: Proposal }) {
  if (meals.most === 0) return null;
  const words = { count: meals.most, amount: formatMoney(meals.amount) };
  return <Hint>{m.trips_meals_instead(words)}</Hint>;
}

function TakeProposal({ proposal, late }: { proposal: Proposal; late: boolean }) {
  const { trip, change, placeOf } = useTripForm();
  const { engine } = useEditor();
  const amount = proposedAmount(proposal);
  const nothing = Number(amount) === 0;
  if (isAsProposed(trip, proposal)) {
    return <Hint>{nothing ? m.trips_proposal_nothing() : m.trips_proposal_taken()}</Hint>;
  }
  return (
    <div>
      <Button
        variant="light"
        disabled={late}
        onClick={() => {
          change((before) => withProposal(before, proposal));
          engine.save();
          // The button is gone, and what it filled in begins there.
          focusPlace(placeOf('fulldaycompensation'));
        }}
      >
        {nothing
          ? m.trips_proposal_take_nothing()
          : m.trips_proposal_take({ amount: formatMoney(amount) })}
      </Button>
    </div>
  );
}
