import './app/fonts.css';
import './landing/landing.css';
import { startCalculator } from './landing/calculator';
import { rememberLanguage } from './landing/language';

rememberLanguage(document, window.location);
const form = document.querySelector<HTMLFormElement>('#calculator form');
if (form !== null) startCalculator(form);
