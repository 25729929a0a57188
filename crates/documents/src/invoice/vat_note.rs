//! The reason why an invoice has no VAT, in the words that it has to carry.

use liksa_domain::bill::{BillLanguage, VatZeroReason};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VatNote {
    Zero(VatZeroReason),
    /// Construction work, for which the customer pays the VAT.
    ReverseChargeInConstruction,
}

impl VatNote {
    /// The customer pays the VAT, and the invoice has to show the VAT number of both.
    pub fn is_reverse_charge(self) -> bool {
        matches!(self, Self::ReverseChargeInConstruction | Self::Zero(VatZeroReason::ReverseChargeInEu))
    }

    /// The law requires the reason in words or by its section. It is given in words, with the section where a source
    /// names it.
    pub fn text(self, language: BillLanguage) -> &'static str {
        let (finnish, english) = match self {
            Self::ReverseChargeInConstruction => (
                "Käännetty verovelvollisuus, rakentamispalvelu (AVL 8 c §): ostaja maksaa arvonlisäveron.",
                "Reverse charge, construction services (section 8c of the Finnish VAT Act): VAT is payable by the \
                 customer.",
            ),
            Self::Zero(reason) => zero_texts(reason),
        };
        language.either(finnish, english)
    }
}

/// In Finnish and in English.
fn zero_texts(reason: VatZeroReason) -> (&'static str, &'static str) {
    match reason {
        VatZeroReason::PerformanceFee => (
            "Arvonlisäveroton esiintymispalkkio (AVL 45 §).",
            "VAT-exempt performance fee (section 45 of the Finnish VAT Act).",
        ),
        VatZeroReason::CopyrightFee => {
            ("Arvonlisäveroton tekijänoikeuskorvaus.", "VAT-exempt copyright fee.")
        }
        VatZeroReason::ReverseChargeInEu => (
            "Käännetty verovelvollisuus, myynti toiseen EU-maahan: ostaja maksaa arvonlisäveron.",
            "Reverse charge, sale to another EU country: VAT is payable by the customer.",
        ),
        VatZeroReason::RealEstate => (
            "Arvonlisäveroton kiinteistön myynti tai vuokraus.",
            "VAT-exempt sale or letting of real estate.",
        ),
        VatZeroReason::WildBerriesAndMushrooms => (
            "Arvonlisäveroton itse poimittujen luonnonmarjojen ja sienten myynti.",
            "VAT-exempt sale of wild berries and mushrooms by their picker.",
        ),
        VatZeroReason::EarlyChildhoodEducation => {
            ("Arvonlisäveroton varhaiskasvatuspalvelu.", "VAT-exempt early childhood education.")
        }
        VatZeroReason::Education => ("Arvonlisäveroton koulutuspalvelu.", "VAT-exempt educational services."),
        VatZeroReason::Insurance => ("Arvonlisäveroton vakuutuspalvelu.", "VAT-exempt insurance services."),
        VatZeroReason::SocialServicesAndInterpretation => (
            "Arvonlisäveroton sosiaalihuolto- tai tulkkauspalvelu.",
            "VAT-exempt social or interpretation services.",
        ),
        VatZeroReason::VoluntaryServiceFee => (
            "Vapaaehtoinen palvelumaksu, josta ei suoriteta arvonlisäveroa.",
            "Voluntary service fee, not subject to VAT.",
        ),
    }
}
