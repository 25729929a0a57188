import { Code, Table, Text } from '@mantine/core';
import { m } from '@/paraglide/messages';
import type { Field } from './openapi';

interface Props {
  /** Names the table for those who cannot see what stands above it. */
  title: string;
  fields: readonly (Field & { readonly place?: string })[];
}

export function FieldTable({ title, fields }: Props) {
  const placed = fields.some(({ place }) => place !== undefined);
  return (
    <Table.ScrollContainer
      minWidth={520}
      type="native"
      tabIndex={0}
      role="group"
      aria-label={title}
    >
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.api_docs_name()}</Table.Th>
            {placed && <Table.Th>{m.api_docs_place()}</Table.Th>}
            <Table.Th>{m.api_docs_type()}</Table.Th>
            <Table.Th>{m.api_docs_description()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={`${field.place ?? ''} ${field.name}`}>
              <Table.Td>
                <Code>{field.name}</Code>{' '}
                {field.required && (
                  <Text span size="xs" c="dimmed">
                    {m.api_docs_required()}
                  </Text>
                )}
              </Table.Td>
              {placed && <Table.Td>{field.place}</Table.Td>}
              <Table.Td>
                <Text size="sm">{field.type}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed">
                  {field.description}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
