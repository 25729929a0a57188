import {
  Alert,
  Anchor,
  Button,
  FileButton,
  Group,
  List,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  figuresFileAddress,
  usePreviewFigures,
  type FiguresPreview,
  type NewFigures,
} from '@/api/figures';
import { ApiProblem } from '@/api/problem';
import { dateInput } from '@/components/dateInput';
import { Panel } from '@/components/Panel';
import { tellProblem } from '@/components/tellProblem';
import { useForm } from '@/components/useForm';
import { keyWith, textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { Confirm } from './Confirm';
import { faultPlace } from './figureWords';

type Faults = ApiProblem['fields'];

/** The file of a year: its faults, or what it changes, and then it is taken. */
export function AddYear({ newest }: { newest: number | undefined }) {
  const form = useForm({ validFrom: '' });
  const looking = usePreviewFigures();
  const [shown, setShown] = useState<{ figures: NewFigures; preview: FiguresPreview }>();
  const [faults, setFaults] = useState<Faults>([]);
  const forgetFile = useRef<() => void>(null);
  const forget = () => setShown(undefined);
  const look = async (chosen: File | null) => {
    if (chosen === null || looking.isPending) return;
    setFaults([]);
    // A corrected file of the same name can be chosen again.
    forgetFile.current?.();
    const body = { file: await chosen.text(), validFrom: form.fields.validFrom };
    const figures: NewFigures = { kind: 'year', body };
    looking.mutate(figures, {
      onSuccess: (preview) => setShown({ figures, preview }),
      onError: (error) => {
        const inFile = error instanceof ApiProblem ? error.fields.filter(isInFile) : [];
        setFaults(inFile);
        if (inFile.length === 0 && !form.refuse(error)) tellProblem(error);
      },
    });
  };
  return (
    <Panel title={m.figures_add_year()}>
      {shown !== undefined && <Confirm {...shown} onTaken={forget} onCancel={forget} />}
      {shown === undefined && (
        <Stack gap="sm">
          <Text c="dimmed">{m.figures_add_year_help()}</Text>
          <TextInput
            label={m.figures_valid_from_field()}
            description={m.figures_valid_from_help()}
            {...dateInput(form, 'validFrom')}
          />
          <Group>
            <FileButton
              resetRef={forgetFile}
              accept=".toml,application/toml"
              onChange={(file) => void look(file)}
            >
              {(props) => (
                <Button
                  {...props}
                  loading={looking.isPending}
                  leftSection={<IconUpload size={18} aria-hidden="true" />}
                >
                  {m.figures_choose_file()}
                </Button>
              )}
            </FileButton>
            {newest !== undefined && (
              <Anchor href={figuresFileAddress(newest)} download>
                {m.figures_model({ year: newest })}
              </Anchor>
            )}
          </Group>
          <FaultList faults={faults} />
        </Stack>
      )}
    </Panel>
  );
}

function isInFile({ field }: Faults[number]): boolean {
  return field === 'file' || field.startsWith('file.');
}

/** Everything that is wrong with the file, each with its place. */
function FaultList({ faults }: { faults: Faults }) {
  if (faults.length === 0) return null;
  return (
    <Alert color="red" title={m.figures_refused()}>
      <List size="sm">
        {faults.map((fault) => (
          <List.Item key={`${fault.field} ${fault.key}`}>
            {`${faultPlace(fault.field)}: ${textOf(keyWith(fault))}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
