import { Anchor, type AnchorProps } from '@mantine/core';
import { createContext, use, type ComponentPropsWithRef, type ComponentType } from 'react';

/** What the pages for signing in and registering, and the frame around them, lead to. */
export type EntrancePath =
  | '/'
  | '/about'
  | '/accessibility'
  | '/api-docs'
  | '/calculator'
  | '/demo/mails'
  | '/eula'
  | '/help'
  | '/login'
  | '/password/reset'
  | '/privacy'
  | '/register'
  | '/register-started';

type AnchorElement = ComponentPropsWithRef<'a'>;

export type PlaceLinkProps = Omit<AnchorElement, 'href' | 'target'> & {
  readonly href: EntrancePath;
};

/** How one gets from page to page: by the router, or before it is loaded by the entrance itself. */
export interface Navigation {
  readonly path: string;
  readonly Link: ComponentType<PlaceLinkProps>;
  readonly go: (path: EntrancePath) => void;
}

const NavigationContext = createContext<Navigation | undefined>(undefined);

export const NavigationProvider = NavigationContext.Provider;

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (navigation === undefined) throw new Error('there is no NavigationProvider');
  return navigation;
}

/** A link that needs no router. */
export function PlaceLink(props: PlaceLinkProps) {
  const { Link } = useNavigation();
  return <Link {...props} />;
}

type PlaceAnchorProps = AnchorProps & Omit<PlaceLinkProps, keyof AnchorProps>;

export function PlaceAnchor(props: PlaceAnchorProps) {
  return <Anchor component={PlaceLink} {...props} />;
}
