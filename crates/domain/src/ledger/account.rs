//! The chart of accounts.

use crate::person::Language;

macro_rules! accounts {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $finnish:literal, $english:literal;)+) => {
        /// An account of the ledger. Numbers follow the Finnish model chart where it has the account.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Account { $($(#[$doc])* $name),+ }

        impl Account {
            /// In the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            pub fn number(self) -> i64 {
                match self { $(Self::$name => $number),+ }
            }

            pub fn name(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$name, Language::Finnish) => $finnish, (Self::$name, Language::English) => $english,)+
                }
            }
        }
    };
}

accounts! {
    Receivables = 1700, "Myyntisaamiset", "Receivables";
    /// Of receipts that are VAT invoices to the provider.
    DeductibleVat = 1763, "Vähennettävä arvonlisävero", "Deductible VAT";
    /// Recoveries: what a worker was paid for a bill that was credited afterwards, and advances.
    DueFromWorkers = 1780, "Saamiset tekijöiltä", "Due from workers";
    Bank = 1910, "Pankkitili", "Bank";
    UnmatchedPayments = 2870, "Kohdistamattomat maksut", "Unmatched payments";
    Refundable = 2871, "Palautettavat maksut", "Refundable to customers";
    WithheldTax = 2921, "Ennakonpidätysvelka", "Withheld tax";
    HealthInsurance = 2922, "Sairausvakuutusmaksuvelka", "Health insurance";
    Tyel = 2923, "Työeläkevakuutus (TyEL)", "Pension insurance (TyEL)";
    UnemploymentInsurance = 2924, "Työttömyysvakuutus", "Unemployment insurance";
    AccidentInsurance = 2925, "Tapaturmavakuutus", "Accident insurance";
    GroupLife = 2926, "Ryhmähenkivakuutus", "Group life insurance";
    Yel = 2927, "Yrittäjän eläkevakuutus (YEL)", "Pension insurance of the self-employed (YEL)";
    Distraint = 2928, "Ulosmittaukset", "Garnishments";
    VatPayable = 2939, "Arvonlisäverovelka", "VAT payable";
    SalariesPayable = 2950, "Palkkavelka", "Salaries payable";
    /// VAT-free sales whose money is still to become a salary.
    AwaitingSalary = 2960, "Laskutettu, palkanmaksua odottava", "Invoiced, awaiting salary";
    /// Shares and purchases of bills whose salary was booked.
    SubcontractingPayable = 2965, "Alihankintavelka", "Subcontracting payable";
    ServiceFees = 3000, "Palvelumaksut", "Service fees";
    Commissions = 3010, "Ostolaskujen heti maksamisen palkkiot", "Commission on purchases paid at once";
    LateCharges = 3020, "Viivästyskorot ja muistutusmaksut", "Late interest and reminder fees";
    /// Workers are repaid receipts with their VAT, out of what was billed; what the state gives back of it stays here.
    DeductedVat = 3030, "Korvattujen kulujen vähennetty arvonlisävero", "VAT deducted on reimbursed costs";
    Rounding = 8990, "Pyöristyserot", "Rounding differences";
}

impl Account {
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.iter().copied().find(|account| account.number() == number)
    }
}
