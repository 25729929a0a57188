import { Switch } from '@mantine/core';
import { useSavePerson, type ProfileChange } from '@/api/profile';
import { tellProblem } from '@/components/tellProblem';
import { notify } from '@/lib/notify/notify';

interface Props {
  label: string;
  description?: string;
  checked: boolean;
  /** What is saved for the choice. */
  change: (checked: boolean) => ProfileChange;
}

/** A choice that is saved as it is made. What was chosen is shown at once, unless it fails. */
export function SettingSwitch({ label, description, checked, change }: Props) {
  const { mutate, isPending } = useSavePerson();
  const choose = (chosen: boolean) => {
    if (isPending) return;
    mutate(change(chosen), {
      onSuccess: () => notify('success', 'UPDATE_PERSON_SUCCESS'),
      onError: tellProblem,
    });
  };
  return (
    <Switch
      label={label}
      // Its own label would take the description in.
      aria-label={label}
      description={description}
      checked={isPending ? !checked : checked}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
  );
}
