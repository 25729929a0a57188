import { useMutation } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type ImportedShifts = Schemas['ImportedShifts'];

/**
 * Brings in the shifts of a file, all of them or none. The same file again changes nothing.
 */
export function useImportShifts() {
  return useMutation({
    mutationFn: async (file: File) => {
      const isJson = file.type === 'application/json' || file.name.endsWith('.json');
      return answer(
        api.POST('/api/provider/shifts', {
          body: await file.text(),
          bodySerializer: (text) => text,
          headers: { 'content-type': isJson ? 'application/json' : 'text/csv' },
        }),
      );
    },
  });
}
