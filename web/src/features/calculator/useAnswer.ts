import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calculationQuery, type CalculatedSalary, type Question } from '@/api/calculator';

export interface Answer {
  readonly question: Question;
  readonly summary: CalculatedSalary;
}

/** The answer to a question. Until it comes, or should it not come, the last good one stays. */
export function useAnswer(question: Question | undefined) {
  const { data, error, isFetching, refetch } = useQuery(calculationQuery(question));
  const [last, setLast] = useState<Answer>();

  if (question !== undefined && data !== undefined && last?.summary !== data) {
    setLast({ question, summary: data });
  }
  return {
    last,
    /** Whether the last good answer answers this very question. */
    upToDate: data !== undefined,
    error,
    isFetching,
    retry: () => void refetch(),
  };
}
