//! A salary calculated a second time, in whole cents and by figures that are written down here: only what a history can
//! have is known. Every amount is rounded half away from zero.

use liksa_domain::salary::Summary;

use super::{Charge, cents};

/// Of what is billed, at most so much in a month.
const FEE: i64 = 69_000;
const LARGEST_FEE: i64 = 50_000;
const ACCIDENT_INSURANCE: i64 = 6_000;
const GROUP_LIFE: i64 = 600;
const WITHOUT_CARD: i64 = 600_000;

/// What the law says in a year: rates in millionths of a wage, amounts in cents.
struct Law {
    employer_tyel: i64,
    employee_tyel: i64,
    tyel_floor: i64,
    employer_unemployment: i64,
    employee_unemployment: i64,
    health_insurance: i64,
    yel: i64,
    /// What a debtor with one dependant keeps of a month.
    protected: i64,
}

fn law(year: i16) -> Law {
    match year {
        2025 => Law {
            employer_tyel: 173_800,
            employee_tyel: 71_500,
            tyel_floor: 7_008,
            employer_unemployment: 2_000,
            employee_unemployment: 5_900,
            health_insurance: 18_700,
            yel: 241_000,
            protected: 30 * (3_288 + 961),
        },
        2026 => Law {
            employer_tyel: 171_000,
            employee_tyel: 73_000,
            tyel_floor: 7_172,
            employer_unemployment: 3_100,
            employee_unemployment: 8_900,
            health_insurance: 19_100,
            yel: 244_000,
            protected: 30 * (3_303 + 966),
        },
        other => panic!("histories do not last until {other}"),
    }
}

/// Cents for a kilometre.
pub fn per_kilometer(year: i16) -> i64 {
    if year == 2025 { 59 } else { 55 }
}

/// `amount` times a fraction.
pub fn fraction(amount: i64, numerator: i64, denominator: i64) -> i64 {
    let (product, denominator) = (i128::from(amount) * i128::from(numerator), i128::from(denominator));
    let doubled = 2 * product.abs() + denominator;
    i64::try_from(product.signum() * (doubled / (2 * denominator))).expect("a sum of a test")
}

pub fn share(amount: i64, millionths: i64) -> i64 {
    fraction(amount, millionths, 1_000_000)
}

macro_rules! figures {
    ($($name:ident = $summary:ident),+ $(,)?) => {
        /// What a slip says, as far as money follows from it; negative what was taken back.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct Figures { $(pub $name: i64),+ }

        impl Figures {
            pub fn of(summary: &Summary) -> Self {
                Self { $($name: cents(summary.$summary)),+ }
            }

            pub fn plus(self, other: Self) -> Self {
                Self { $($name: self.$name + other.$name),+ }
            }

            pub fn minus(self, other: Self) -> Self {
                Self { $($name: self.$name - other.$name),+ }
            }
        }
    };
}

figures! {
    billed = total_billing_without_vat,
    fee = service_fee,
    contracting = contracting,
    commission = commission,
    received = shares_received,
    reimbursements = total_reimbursements,
    gross = gross_salary,
    tax = tax_amount,
    employer_tyel = employer_tyel,
    tyel = tyel,
    tyel_base = tyel_base,
    employer_unemployment = employer_unemployment,
    unemployment = unemployment,
    health_insurance = health_insurance,
    accident_insurance = accident_insurance,
    group_life = group_life,
    yel = yel,
    rounding = rounding,
    distraint = distraint,
    reductions = reductions,
    net = net,
    salary = salary,
}

/// A worker's card: rate, and above a ceiling another one.
#[derive(Debug, Clone, Copy)]
pub struct Card {
    pub rate: i64,
    pub above: Option<(i64, i64)>,
}

/// Who is paid.
#[derive(Debug, Clone, Copy)]
pub struct Payee {
    pub is_employee: bool,
    pub pays_yel: bool,
    pub has_distraint: bool,
    pub card: Option<Card>,
}

/// What salaries of the same year and month had come to when a salary was calculated.
#[derive(Debug, Clone, Copy, Default)]
pub struct SoFar {
    pub gross_of_year: i64,
    pub fees_of_month: i64,
    pub tyel_wages_of_month: i64,
    pub tyel_base_of_month: i64,
    /// Before distraint and reductions.
    pub net_of_month: i64,
    pub distraint_of_month: i64,
}

/// What a salary is calculated by. It stays the same when it is calculated again after a credit note.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    pub payee: Payee,
    pub so_far: SoFar,
    pub year: i16,
    /// Whether the salary bears TyEL, and so that of wages which were paid before in the month.
    bears_tyel: bool,
}

/// What pays wages, and what is taken before them.
struct AllIn {
    billed: i64,
    fee: i64,
    /// What others get, and the commission in it.
    contracting: i64,
    commission: i64,
    /// What others gave of their bills; it bears no fee.
    received: i64,
    reimbursements: i64,
    /// Below zero where the reimbursements are not covered.
    left: i64,
}

impl Terms {
    /// The terms of a salary that is made of these charges.
    pub fn new(payee: Payee, so_far: SoFar, year: i16, charges: &[Charge]) -> Self {
        let mut terms = Self { payee, so_far, year, bears_tyel: false };
        let all_in = terms.all_in(charges).left;
        terms.bears_tyel = payee.is_employee && (all_in < 0 || terms.reaches_floor(all_in));
        terms
    }

    /// Whether the charges cover what is to be repaid.
    pub fn covered(payee: Payee, so_far: SoFar, year: i16, charges: &[Charge]) -> bool {
        Self { payee, so_far, year, bears_tyel: false }.all_in(charges).left >= 0
    }

    fn reaches_floor(&self, all_in: i64) -> bool {
        let gross = self.wages(all_in).gross;
        if self.so_far.tyel_wages_of_month + gross < law(self.year).tyel_floor {
            return false;
        }
        // One that cannot carry the TyEL of earlier wages leaves it to the next of the month.
        let bearing = Self { bears_tyel: true, ..*self };
        let with = bearing.wages(all_in);
        bearing.caught_up(all_in) == 0
            || (with.gross >= 0 && with.tax + with.tyel + with.unemployment <= with.gross)
    }

    /// Earlier wages of the month whose TyEL comes with this salary.
    fn caught_up(&self, all_in: i64) -> i64 {
        let not_insured = self.so_far.tyel_wages_of_month - self.so_far.tyel_base_of_month;
        if self.bears_tyel && all_in > 0 { not_insured.max(0) } else { 0 }
    }

    fn all_in(&self, charges: &[Charge]) -> AllIn {
        let own: i64 = charges.iter().map(Charge::net).sum();
        let received: i64 = charges.iter().map(|charge| charge.received).sum();
        let reimbursements: i64 = charges.iter().map(Charge::costs).sum();
        let fee = share(own, FEE).min((LARGEST_FEE - self.so_far.fees_of_month).max(0));
        let commission: i64 = charges.iter().map(|charge| charge.commission).sum();
        let others = charges.iter().map(|charge| charge.bought + charge.given);
        let (billed, contracting) = (own + received, commission + others.sum::<i64>());
        let left = billed - fee - contracting - reimbursements;
        AllIn { billed, fee, contracting, commission, received, reimbursements, left }
    }

    fn tax(&self, gross: i64) -> i64 {
        let Some(card) = self.payee.card else { return share(gross, WITHOUT_CARD) };
        let Some((ceiling, rate_above)) = card.above else { return share(gross, card.rate) };
        let before = self.so_far.gross_of_year;
        let above = (before + gross - ceiling).max(0) - (before - ceiling).max(0);
        fraction(1, (gross - above) * card.rate + above * rate_above, 1_000_000)
    }

    /// Wage, contributions and tax that fill the sum but for the cents of rounding.
    fn wages(&self, all_in: i64) -> Figures {
        let law = law(self.year);
        let (employee, tyel) = (i64::from(self.payee.is_employee), i64::from(self.bears_tyel));
        let (employer_tyel, employee_tyel) = (tyel * law.employer_tyel, tyel * law.employee_tyel);
        let unemployment = employee * law.employer_unemployment;
        let group_life = employee * GROUP_LIFE;
        let rates = employer_tyel + unemployment + law.health_insurance + ACCIDENT_INSURANCE + group_life;
        let caught_up = self.caught_up(all_in);
        let gross = fraction(all_in - share(caught_up, employer_tyel), 1_000_000, 1_000_000 + rates);
        let mut wages = Figures {
            gross,
            tax: self.tax(gross),
            employer_tyel: share(gross + caught_up, employer_tyel),
            tyel: share(gross + caught_up, employee_tyel),
            tyel_base: tyel * (gross + caught_up),
            employer_unemployment: share(gross, unemployment),
            unemployment: share(gross, employee * law.employee_unemployment),
            health_insurance: share(gross, law.health_insurance),
            accident_insurance: share(gross, ACCIDENT_INSURANCE),
            group_life: share(gross, group_life),
            yel: if self.payee.pays_yel { share(gross, law.yel) } else { 0 },
            ..Figures::default()
        };
        let costs = wages.employer_tyel
            + wages.employer_unemployment
            + wages.health_insurance
            + wages.accident_insurance
            + wages.group_life;
        wages.rounding = all_in - gross - costs;
        wages.net = gross - wages.tax - wages.tyel - wages.unemployment - wages.yel;
        wages
    }

    /// Before distraint and reductions. Reimbursements that are not covered are lower by what is missing.
    fn before_deductions(&self, charges: &[Charge]) -> Figures {
        let AllIn { billed, fee, contracting, commission, received, reimbursements, left } =
            self.all_in(charges);
        let reimbursements = reimbursements + left.min(0);
        Figures { billed, fee, contracting, commission, received, reimbursements, ..self.wages(left.max(0)) }
    }

    /// Whether the charges cover what others and the reimbursements get.
    pub fn is_enough(&self, charges: &[Charge]) -> bool {
        self.all_in(charges).left >= 0
    }

    fn less(&self, before: Figures, distraint: i64, reductions: i64) -> Figures {
        let net = before.net - distraint - reductions;
        Figures { distraint, reductions, net, salary: net + before.reimbursements, ..before }
    }

    /// The salary of these charges, for somebody who owes so much.
    pub fn salary(&self, charges: &[Charge], debt: i64) -> Figures {
        let before = self.before_deductions(charges);
        let distraint = if self.payee.has_distraint { self.distraint(before.net) } else { 0 };
        let reductions = debt.min(before.net - distraint).max(0);
        self.less(before, distraint, reductions)
    }

    /// The same salary once more, of what is left of the charges. What was taken for others was taken.
    pub fn again(&self, paid: &Figures, left: &[Charge]) -> Figures {
        self.less(self.before_deductions(left), paid.distraint, paid.reductions)
    }

    /// Two thirds of what is above the protected portion of the month, a third of the whole from twice of it on, and
    /// from four times of it on four fifths of what is above, though at most half.
    fn distraint(&self, net: i64) -> i64 {
        let (protected, of_month) = (law(self.year).protected, self.so_far.net_of_month + net);
        let due = if of_month <= protected {
            0
        } else if of_month <= 2 * protected {
            fraction(of_month - protected, 2, 3)
        } else if of_month <= 4 * protected {
            fraction(of_month, 1, 3)
        } else {
            fraction(12 * of_month - 28 * protected, 1, 15).min(fraction(of_month, 1, 2))
        };
        (due - self.so_far.distraint_of_month).min(net).max(0)
    }
}
