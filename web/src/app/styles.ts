import './fonts.css';
import 'virtual:mantine-styles';
import './global.css';
