//! Finnish identifiers, references, bank barcode and bank days.
