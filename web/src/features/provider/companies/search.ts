import { searchReader, searchWords } from '@/lib/search';

export const readCompaniesSearch = searchReader({ q: searchWords });
