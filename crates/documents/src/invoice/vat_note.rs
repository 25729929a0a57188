//! Why there is no VAT, in the words an invoice has to carry.

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

    /// The law asks for the ground in words or by its section. Words always do; a section stands beside them
    /// where we have it from a source.
    pub fn text(self, language: BillLanguage) -> &'static str {
        match language {
            BillLanguage::Finnish => self.finnish(),
            BillLanguage::English => self.english(),
        }
    }

    fn finnish(self) -> &'static str {
        let reason = match self {
            Self::ReverseChargeInConstruction => {
                return "Käännetty verovelvollisuus, rakentamispalvelu (AVL 8 c §): ostaja maksaa arvonlisäveron.";
            }
            Self::Zero(reason) => reason,
        };
        match reason {
            VatZeroReason::PerformanceFee => "Arvonlisäveroton esiintymispalkkio (AVL 45 §).",
            VatZeroReason::CopyrightFee => "Arvonlisäveroton tekijänoikeuskorvaus.",
            VatZeroReason::ReverseChargeInEu => {
                "Käännetty verovelvollisuus, myynti toiseen EU-maahan: ostaja maksaa arvonlisäveron."
            }
            VatZeroReason::RealEstate => "Arvonlisäveroton kiinteistön myynti tai vuokraus.",
            VatZeroReason::WildBerriesAndMushrooms => {
                "Arvonlisäveroton itse poimittujen luonnonmarjojen ja sienten myynti."
            }
            VatZeroReason::EarlyChildhoodEducation => "Arvonlisäveroton varhaiskasvatuspalvelu.",
            VatZeroReason::Education => "Arvonlisäveroton koulutuspalvelu.",
            VatZeroReason::Insurance => "Arvonlisäveroton vakuutuspalvelu.",
            VatZeroReason::SocialServicesAndInterpretation => {
                "Arvonlisäveroton sosiaalihuolto- tai tulkkauspalvelu."
            }
            VatZeroReason::VoluntaryServiceFee => {
                "Vapaaehtoinen palvelumaksu, josta ei suoriteta arvonlisäveroa."
            }
        }
    }

    fn english(self) -> &'static str {
        let reason = match self {
            Self::ReverseChargeInConstruction => {
                return "Reverse charge, construction services (section 8c of the Finnish VAT Act): VAT is \
                        payable by the customer.";
            }
            Self::Zero(reason) => reason,
        };
        match reason {
            VatZeroReason::PerformanceFee => {
                "VAT-exempt performance fee (section 45 of the Finnish VAT Act)."
            }
            VatZeroReason::CopyrightFee => "VAT-exempt copyright fee.",
            VatZeroReason::ReverseChargeInEu => {
                "Reverse charge, sale to another EU country: VAT is payable by the customer."
            }
            VatZeroReason::RealEstate => "VAT-exempt sale or letting of real estate.",
            VatZeroReason::WildBerriesAndMushrooms => {
                "VAT-exempt sale of wild berries and mushrooms by their picker."
            }
            VatZeroReason::EarlyChildhoodEducation => "VAT-exempt early childhood education.",
            VatZeroReason::Education => "VAT-exempt educational services.",
            VatZeroReason::Insurance => "VAT-exempt insurance services.",
            VatZeroReason::SocialServicesAndInterpretation => "VAT-exempt social or interpretation services.",
            VatZeroReason::VoluntaryServiceFee => "Voluntary service fee, not subject to VAT.",
        }
    }
}
