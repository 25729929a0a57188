import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { currentShiftIn, useSaveShift, type Shift, type ShiftBody } from '@/api/ownShifts';
import { tellProblem } from '@/components/tellProblem';
import { useForm, type Form } from '@/components/useForm';
import { notifyText } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { ClaimFields } from './ClaimFields';
import { claimProblems, claimsIn, fieldsOf, type ClaimedFields } from './claimedFields';
import classes from './Shifts.module.css';
import { TripFields } from './TripFields';
import { ENTITLEMENTS, isFree } from './words';

/** What is sent: the trip, and the claims once one of them was chosen otherwise than proposed. */
function bodyOf(shift: Shift, fields: ClaimedFields): ShiftBody {
  const { claims, journey } = claimsIn(fields);
  const before = claimsIn(fieldsOf(shift)).claims;
  const chosen = JSON.stringify(claims) !== JSON.stringify(before);
  return {
    version: shift.version,
    journey,
    ...((chosen || shift.reimbursements !== null) && { reimbursements: claims }),
  };
}

/** Props of the form element. */
function sending(form: Form<ClaimedFields>, send: () => void) {
  return { ref: form.form, onSubmit: form.submit(send) };
}

/** `journey.kilometers` and the like have the field of their last part. */
function lastPart(path: string): string {
  return path.split('.').at(-1) ?? path;
}

/** What may be claimed for a shift, its trip, and what is claimed. */
export function Reimbursements({ shift }: { shift: Shift }) {
  // What is typed here was begun on this version, whatever comes meanwhile.
  const [base, setBase] = useState(shift);
  const [conflict, setConflict] = useState<Shift>();
  const form = useForm(() => fieldsOf(shift), claimProblems);
  const { mutate, isPending } = useSaveShift();
  const locked = !isFree(shift);

  const startFrom = (next: Shift) => {
    setBase(next);
    setConflict(undefined);
    form.restart(() => fieldsOf(next));
  };
  // Where nothing was typed, the form is of the shift as it is now, however long ago it was opened.
  const isUntouched = JSON.stringify(form.fields) === JSON.stringify(fieldsOf(base));
  if (isUntouched && shift.version > base.version) startFrom(shift);
  const saveOver = (over: Shift) =>
    mutate(
      { shiftId: shift.shiftId, body: bodyOf(over, form.fields) },
      {
        onSuccess: (saved) => {
          startFrom(saved);
          notifyText('success', m.shifts_saved());
        },
        onError: (error) => {
          const current = currentShiftIn(error);
          if (current !== undefined && isFree(current)) setConflict(current);
          else if (!form.refuse(error, lastPart)) tellProblem(error);
        },
      },
    );
  if (shift.entitled.length === 0) return <NothingToClaim />;
  return (
    <form {...sending(form, () => saveOver(base))} noValidate className={classes.panel}>
      <Stack gap="md">
        <Entitled shift={shift} locked={locked} />
        <TripFields form={form} shift={shift} locked={locked} />
        <ClaimFields form={form} shift={shift} locked={locked} />
        {conflict !== undefined && (
          <Conflict
            onTake={() => startFrom(conflict)}
            onKeep={form.submit(() => saveOver(conflict))}
          />
        )}
        {!locked && (
          <Group justify="flex-end">
            <Button type="submit" loading={isPending}>
              {m.shifts_save()}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function NothingToClaim() {
  return (
    <Text mt="md" c="dimmed">
      {m.shifts_nothing_entitled()}
    </Text>
  );
}

function Entitled({ shift, locked }: { shift: Shift; locked: boolean }) {
  return (
    <>
      {locked && (
        <Alert role="note" color="blue">
          {m.shifts_locked()}
        </Alert>
      )}
      <div>
        <Text fw={600}>{m.shifts_entitled()}</Text>
        <List size="sm">
          {shift.entitled.map((entitlement) => (
            <List.Item key={entitlement}>{ENTITLEMENTS[entitlement]()}</List.Item>
          ))}
        </List>
      </div>
    </>
  );
}

interface ConflictProps {
  onTake: () => void;
  onKeep: (event: SyntheticEvent) => void;
}

/** The shift was saved elsewhere meanwhile: nothing is written over unseen, and nothing typed is lost. */
function Conflict({ onTake, onKeep }: ConflictProps) {
  return (
    <Alert color="yellow" title={textOf('STALE_SHIFT')}>
      <Group gap="xs">
        <Button size="sm" variant="default" onClick={onTake}>
          {m.shifts_take_saved()}
        </Button>
        <Button size="sm" variant="default" onClick={onKeep}>
          {m.shifts_keep_mine()}
        </Button>
      </Group>
    </Alert>
  );
}
