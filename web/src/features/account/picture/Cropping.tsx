import { Slider } from '@mantine/core';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { m } from '@/paraglide/messages';
import classes from './Cropping.module.css';

const LARGEST_ZOOM = 4;
/** How far an arrow key moves the picture. */
const KEYBOARD_STEP_PX = 8;

interface Props {
  address: string;
  /** Called with the chosen square, in pixels of the picture. */
  onArea: (area: Area) => void;
  onUnreadable: () => void;
}

/** A picture that is moved and made larger under a round window: by mouse, finger or keyboard. */
export function Cropping({ address, onArea, onUnreadable }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={classes.frame}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          maxZoom={LARGEST_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={KEYBOARD_STEP_PX}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => onArea(pixels)}
          cropperProps={{ role: 'group', 'aria-label': m.account_crop_area() }}
          mediaProps={{ alt: '', onError: onUnreadable }}
          // The server's policy lets in no style that is written by a script.
          disableAutomaticStylesInjection
        />
      </div>
      <Slider
        min={1}
        max={LARGEST_ZOOM}
        step={0.1}
        value={zoom}
        onChange={setZoom}
        label={null}
        thumbLabel={m.account_crop_zoom()}
      />
    </>
  );
}
