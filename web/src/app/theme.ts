import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The colour of Liksa: a deep sea green that reads as calm and carries white text well. */
const petrol: MantineColorsTuple = [
  '#edf6f5',
  '#d8ebe9',
  '#b1d8d4',
  '#86c3be',
  '#5fafa9',
  '#3c9893',
  '#22807c',
  '#146a68',
  '#0d5757',
  '#093e40',
];

/** As warm as the paper they lie on: the grey of skeletons, chips and badges. */
const gray: MantineColorsTuple = [
  '#f8f8f5',
  '#f2f1ec',
  '#eae8e2',
  '#dfdcd4',
  '#cfccc3',
  '#aeaca4',
  '#86867f',
  '#4a514f',
  '#353b3a',
  '#212726',
];

/** Dark surfaces lean towards the same green, so both schemes feel like one product. */
const dark: MantineColorsTuple = [
  '#d5dedd',
  '#b7c4c3',
  '#98a8a7',
  '#687978',
  '#3b4b4b',
  '#2c3a3a',
  '#202c2c',
  '#172121',
  '#101919',
  '#0a1111',
];

const fontFamily = "'Hanken Grotesk Variable', system-ui, sans-serif";

const dialogTitle = {
  title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 700 },
};

export const theme = createTheme({
  colors: { petrol, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '750',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.375rem)', lineHeight: '1.15' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { md: '10px', lg: '18px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A header of theirs is no banner of the page, and the second click of a double click, which falls
    // beside a dialog that the first one opened, does not close it.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        centered: true,
        closeOnClickOutside: false,
      },
      styles: dialogTitle,
    },
    Drawer: {
      defaultProps: { attributes: { header: { role: 'presentation' } } },
      styles: dialogTitle,
    },
    Badge: { defaultProps: { tt: 'none' } },
    Button: { defaultProps: { size: 'md' } },
    // In the dark a card is as light as every other frame.
    Card: { defaultProps: { bg: 'var(--mantine-color-body)' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
  },
});

/** Colours that Mantine derives too pale for WCAG AA, and those of our own. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--liksa-coin': '#f5b94a' },
  light: {
    '--mantine-color-text': '#14211f',
    '--mantine-color-dimmed': '#556361',
    '--mantine-color-placeholder': '#6b7775',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': petrol[7],
    '--mantine-color-yellow-light-color': '#7a4d00',
    '--mantine-color-green-light-color': '#1d6430',
    '--mantine-color-green-filled': '#1d6430',
    '--liksa-canvas': '#f7f5f0',
    '--liksa-line': '#e4e0d7',
  },
  dark: {
    // Derived, it is darker than what it stands on: a hole instead of a button.
    '--mantine-color-petrol-light': 'rgb(95 175 169 / 16%)',
    '--mantine-color-petrol-light-hover': 'rgb(95 175 169 / 24%)',
    '--mantine-color-gray-light': 'rgb(183 196 195 / 14%)',
    '--mantine-color-gray-light-hover': 'rgb(183 196 195 / 22%)',
    '--mantine-color-gray-light-color': dark[0],
    '--mantine-color-yellow-light': 'rgb(245 185 74 / 14%)',
    '--mantine-color-yellow-light-color': '#f5b94a',
    '--mantine-color-green-filled': '#1d6430',
    '--mantine-color-error': '#ff9b8e',
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-anchor': petrol[3],
    '--liksa-canvas': dark[8],
    '--liksa-line': dark[5],
  },
});
