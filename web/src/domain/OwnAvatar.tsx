import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pictureQuery } from '@/api/account';
import { profileQuery } from '@/api/profile';
import type { User } from '@/api/session';
import { useObjectUrls } from '@/components/useObjectUrls';

interface Props {
  user: Pick<User, 'id' | 'fullName'>;
  size: number;
}

/**
 * The picture of who is signed in; their initials where there is none, or none yet. For the eye
 * alone: the name stands beside it.
 */
export function OwnAvatar({ user: { id, fullName }, size }: Props) {
  const { data: profile } = useQuery(profileQuery);
  const { data: picture = null } = useQuery(pictureQuery(id, profile?.hasPicture));
  const files = useMemo(() => (picture === null ? undefined : [picture]), [picture]);
  const [address = null] = useObjectUrls(files);
  return (
    <Avatar
      name={fullName}
      src={picture === null ? null : address}
      color="petrol"
      size={size}
      alt=""
      aria-hidden="true"
    />
  );
}
