//! PDFs, e-invoices, bank files and register reports.
