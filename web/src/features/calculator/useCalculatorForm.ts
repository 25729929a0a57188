import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  cleanText,
  formOf,
  formOfSearch,
  searchOf,
  type CalculatorForm,
  type CalculatorSearch,
  type TextField,
} from './form';

const PAUSE_IN_TYPING_MS = 200;

function formIn(address: string): CalculatorForm {
  return formOfSearch(JSON.parse(address) as CalculatorSearch);
}

/**
 * The form lives in the address bar, so that a link, a reload and the back button keep it. What is
 * being typed is held here until a short pause, and then replaces the address.
 */
export function useCalculatorForm() {
  const navigate = useNavigate();
  const address = JSON.stringify(searchOf(formOf(useSearch({ from: '/calculator' }))));
  const [form, setForm] = useState(() => formIn(address));
  // The addresses that typing has asked for and the router has not shown yet, oldest first.
  const underWay = useRef<string[]>([]);

  useEffect(() => {
    const arrived = underWay.current.indexOf(address);
    underWay.current = arrived === -1 ? [] : underWay.current.slice(arrived + 1);
    // Not ours: a link was followed, or the back button pressed.
    if (arrived === -1) setForm(formIn(address));
  }, [address]);

  useEffect(() => {
    const search = searchOf(form);
    const wanted = JSON.stringify(search);
    if (wanted === (underWay.current.at(-1) ?? address)) return undefined;
    const timer = setTimeout(() => {
      underWay.current.push(wanted);
      void navigate({ to: '/calculator', search, replace: true, resetScroll: false });
    }, PAUSE_IN_TYPING_MS);
    return () => clearTimeout(timer);
  }, [form, address, navigate]);

  return {
    /** As typed. */
    form,
    /** As it stood at the last pause; this is what gets calculated. */
    settled: formIn(address),
    change: (change: Partial<CalculatorForm>) => setForm((before) => ({ ...before, ...change })),
    type: (field: TextField, typed: string) =>
      setForm((before) => ({ ...before, [field]: cleanText(field, typed) })),
  };
}
