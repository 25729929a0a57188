import '@fontsource-variable/hanken-grotesk/wght.css';
import 'virtual:mantine-styles';
import './global.css';
