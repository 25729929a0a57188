import { Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import classes from './DropZone.module.css';

interface Props {
  title: string;
  /** What to do with a mouse. */
  drop: string;
  help: string;
  onFiles: (files: readonly File[]) => void;
  /** The buttons that do the same. */
  children: ReactNode;
}

/** Where files are dropped or chosen. */
export function DropZone({ title, drop, help, onFiles, children }: Props) {
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    // Without this the browser would open the file instead of dropping it here.
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={classes.zone}
      data-over={over || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <IconFileImport className={classes.icon} size={28} aria-hidden="true" />
      <div className={classes.words}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          <span className={classes.drop}>{`${drop} `}</span>
          {help}
        </Text>
      </div>
      {children}
    </div>
  );
}
