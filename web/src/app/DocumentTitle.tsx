import { m } from '@/paraglide/messages';

export function DocumentTitle({ title }: { title: string }) {
  return <title>{m.page_title({ title })}</title>;
}
