import { searchReader, searchWords } from '@/lib/search';

export const readWorkersSearch = searchReader({ q: searchWords });
