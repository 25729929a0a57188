import {
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';
import { useSession } from './session';

export type TemplateKind = components['schemas']['TemplateKind'];

/** The description calls the type a text; these are all that the server takes and gives. */
export interface TemplateRow extends Omit<components['schemas']['TemplateRow'], 'type'> {
  type: 'CONTRACT' | 'AMOUNT';
}

export interface Template extends Omit<components['schemas']['Template'], 'row'> {
  row: TemplateRow | null;
}

export interface TemplateBody extends Omit<components['schemas']['TemplateBody'], 'name'> {
  kind: TemplateKind;
  name: string;
  showInResult: boolean;
}

/** The user's saved rows and texts, by name. */
export function templatesQuery(personId: string | undefined) {
  return queryOptions({
    queryKey: ['templates', personId],
    queryFn:
      personId === undefined
        ? skipToken
        : async ({ signal }) => {
            const params = { path: { personId } };
            const call = api.GET('/api/person/{personId}/templates', { params, signal });
            return (await answer(call)).templates as Template[];
          },
  });
}

function usePersonId(): string {
  return useSession()?.id ?? '';
}

function changeTemplates(
  queryClient: QueryClient,
  personId: string,
  change: (templates: Template[]) => Template[],
) {
  const order = new Intl.Collator('fi').compare;
  queryClient.setQueryData(
    templatesQuery(personId).queryKey,
    (templates) => templates && change(templates).toSorted((a, b) => order(a.name, b.name)),
  );
}

export interface SavedTemplate {
  /** Of a new one, chosen here: however often it is sent, it makes one template. */
  readonly id: string;
  readonly body: TemplateBody;
}

/** Makes a template or replaces what it says. */
export function useSaveTemplate() {
  const personId = usePersonId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id: templateId, body }: SavedTemplate) => {
      const params = { path: { personId, templateId } };
      const call = api.PUT('/api/person/{personId}/templates/{templateId}', { params, body });
      return (await answer(call)) as Template;
    },
    onSuccess: (template) =>
      changeTemplates(queryClient, personId, (templates) => [
        ...templates.filter(({ id }) => id !== template.id),
        template,
      ]),
  });
}

/** Deletes templates, all of them or none. */
export function useDeleteTemplates() {
  const personId = usePersonId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      answer(
        api.POST('/api/person/{personId}/templates/delete', {
          params: { path: { personId } },
          body: { ids: [...ids] },
        }),
      ),
    onSuccess: (_, ids) =>
      changeTemplates(queryClient, personId, (templates) =>
        templates.filter(({ id }) => !ids.includes(id)),
      ),
  });
}

/** What a template says, to be saved again with some of it changed. */
export function bodyOf({ kind, name, showInResult, text, row }: Template): TemplateBody {
  return row === null ? { kind, name, showInResult, text } : { kind, name, showInResult, row };
}
