import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteReceipt, receiptsOf, type Receipt } from '@/api/receipts';
import { tellProblem } from '@/components/tellProblem';
import { useMachine } from '../editor';
import { useReceiptUploads } from './uploads';

const NONE: readonly Receipt[] = [];

/** The receipts of a row: as the bill has them, and asked anew while they are `watched`. */
export function useRowReceipts(rowId: string, watched: boolean) {
  const uploads = useReceiptUploads();
  const stored = useMachine(
    ({ base }) => base?.bill.billableitems.find(({ id }) => id === rowId)?.receipts,
  );
  const { data, error, refetch } = useQuery({
    queryKey: uploads.receiptsKey(rowId),
    queryFn: ({ signal }) => receiptsOf(rowId, signal),
    enabled: watched && stored !== undefined,
    ...(stored !== undefined && { initialData: stored }),
    staleTime: 0,
  });
  return { receipts: data ?? NONE, error, retry: () => void refetch() };
}

export function useDeleteReceipt(rowId: string) {
  const uploads = useReceiptUploads();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Receipt) => deleteReceipt(id),
    onSuccess: (_, { id }) =>
      queryClient.setQueryData(
        uploads.receiptsKey(rowId),
        (before: readonly Receipt[] | undefined = []) => before.filter((one) => one.id !== id),
      ),
    onError: tellProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: uploads.receiptsKey(rowId) }),
  });
}
