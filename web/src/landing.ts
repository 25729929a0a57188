import './app/fonts.css';
import './landing/landing.css';
import './landing/calculator.css';
import './landing/drawings.css';
import { startCalculator } from './landing/calculator';
import { rememberLanguage, speakAs } from './landing/language';

rememberLanguage(document, window.location);
speakAs(document);
const form = document.querySelector<HTMLFormElement>('#calculator form');
if (form !== null) startCalculator(form);
