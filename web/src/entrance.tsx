import { openEntrance } from './app/entrance/open';
import { preparePage } from './app/page';

void openEntrance(preparePage());
