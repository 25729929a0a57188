import type { components } from './schema';

type Schemas = components['schemas'];

export type Bill = Schemas['Bill'];
export type BillBody = Schemas['BillBody'];
export type BillCustomer = Schemas['BillCustomer'];
export type BillEvent = Schemas['BillEvent'];
export type BillHistoryEvent = Schemas['HistoryEvent'];
export type BillLanguage = Schemas['BillLanguage'];
export type BillLink = Schemas['BillLink'];
export type BillState = Schemas['BillState'];
export type Row = Schemas['Row'];
export type RowBody = Schemas['RowBody'];
export type RowType = Schemas['RowType'];
