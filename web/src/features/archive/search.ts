import { ARCHIVE_SECTIONS, OTHER_SECTIONS } from '@/lib/archiveQuestion';
import { oneOf, searchReader } from '@/lib/search';

export const readArchiveSearch = searchReader({
  search: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  order: oneOf('closedFirst'),
  section: oneOf(...ARCHIVE_SECTIONS, ...OTHER_SECTIONS),
});
