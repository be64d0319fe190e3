import { startApp } from './main';

void startApp();
