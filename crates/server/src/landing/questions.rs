//! The twelve questions that people ask before they register, with their answers. Figures are filled in.

use liksa_actions::mail::notice::Text;

pub struct Question {
    pub question: Text,
    pub answer: Text,
}

pub const QUESTIONS: [Question; 12] = [
    Question {
        question: ["Mitä palvelu maksaa?", "What does the service cost?"],
        answer: [
            "Palvelumaksu on {fee} arvonlisäverottomasta laskutuksesta, kuitenkin enintään {maximum} kalenterikuukaudessa. \
             Aloitusmaksua tai kuukausimaksua ei ole: kun et laskuta, et maksa mitään. Palvelumaksusta voi sopia \
             toisin, ja kampanjakoodi pienentää sitä.",
            "The service fee is {fee} of what you invoice without VAT, and at most {maximum} in a calendar month. \
             There is no starting fee and no monthly fee: when you do not invoice, you pay nothing. The fee is \
             negotiable, and a promo code lowers it.",
        ],
    },
    Question {
        question: ["Miten minut on vakuutettu?", "How am I insured?"],
        answer: [
            "Työsuhteisena sinulla on tapaturmavakuutus, ryhmähenkivakuutus, työttömyysvakuutus ja TyEL-eläkevakuutus. \
             Me hoidamme ne, ja niiden lakisääteiset maksut näkyvät palkkalaskelmallasi. \
             Tapaturmavakuutus on tavallisesti {accident} palkasta, ja joissakin ammateissa se on toinen. \
             Kevytyrittäjänä eläketurvasi on YEL-vakuutus.",
            "As an employee you have accident, group life and unemployment insurance and a TyEL pension. We see to \
             them, and their statutory contributions are shown on your pay slip. Accident insurance is usually \
             {accident} of the salary; in some occupations it differs. As a light entrepreneur you are covered by \
             YEL.",
        ],
    },
    Question {
        question: ["Mitä tapahtuu, jos asiakas ei maksa?", "What if the customer does not pay?"],
        answer: [
            "Valvomme eräpäivää puolestasi. Kun lasku on myöhässä, lähetämme maksumuistutuksen; muistutusmaksun voi \
             periä, kun eräpäivästä on {reminderDays} päivää. Muistutukset ja perintä kuuluvat palvelumaksuun. Palkka \
             maksetaan, kun asiakas on maksanut.",
            "We watch the due date for you. When an invoice is late, we send a reminder; a reminder fee may be asked \
             {reminderDays} days after the due date. Reminders and collection are part of the service fee. The salary \
             is paid when the customer has paid.",
        ],
    },
    Question {
        question: ["Milloin palkka maksetaan?", "When is the salary paid?"],
        answer: [
            "Palkkapäivä on kuukauden {paydayOfMonth}. päivä, tai jos se ei ole pankkipäivä, sitä edeltävä pankkipäivä. \
             Palkkaan tulevat laskut, jotka asiakkaat ovat maksaneet. Seuraava palkkapäivä on {payday}.",
            "Payday is day {paydayOfMonth} of the month, or the banking day before if that is not a banking day. The \
             salary includes the invoices that customers have paid. The next payday is {payday}.",
        ],
    },
    Question {
        question: ["Tarvitsenko verokortin?", "Do I need a tax card?"],
        answer: [
            "Kyllä. Lisää verokorttisi omiin tietoihisi kuvana tai PDF-tiedostona, niin ennakonpidätys on oikea \
             viimeistään seuraavasta palkasta. Ilman verokorttia palkasta on lain mukaan pidätettävä {withoutCard}.",
            "Yes. Add your tax card to your account as a picture or a PDF, and the right tax is withheld from the next \
             salary at the latest. Without a tax card the law makes us withhold {withoutCard} of the salary.",
        ],
    },
    Question {
        question: ["Mikä YEL on, ja koskeeko se minua?", "What is YEL, and does it concern me?"],
        answer: [
            "YEL on yrittäjän eläkevakuutus. Kevytyrittäjän on otettava se, kun työtulo on vähintään {yelMinimum} \
             vuodessa. Maksu on {yel} työtulosta. Voit hoitaa sen itse tai maksaa sen palvelun kautta palkastasi.",
            "YEL is the pension insurance of entrepreneurs. A light entrepreneur must take it when the yearly income \
             from work is at least {yelMinimum}. It costs {yel} of that income. You can see to it yourself or pay it \
             through the service from your salary.",
        ],
    },
    Question {
        question: [
            "Entä jos olen työsuhteinen: mitä TyEL maksaa?",
            "What if I am an employee: what does TyEL cost?",
        ],
        answer: [
            "Työsuhteisen eläke on TyEL. Sinun osuutesi on {tyel} palkasta, ja työnantajan osuus maksetaan laskusi \
             summasta. Alle {tyelFloor} kuukausipalkasta sitä ei peritä. Työsuhteisen palkkaan kuuluu myös \
             lomakorvaus, {holiday} tai vuoden työsuhteen jälkeen {holidayFromAYear}.",
            "The pension of an employee is TyEL. Your share is {tyel} of the salary, and the employer’s share is paid \
             out of the invoice. It is not charged on less than {tyelFloor} a month. An employee’s salary also \
             includes holiday compensation, {holiday}, or {holidayFromAYear} after a year of employment.",
        ],
    },
    Question {
        question: [
            "Miten arvonlisävero ja käännetty verovelvollisuus hoituvat?",
            "How are VAT and reverse charge handled?",
        ],
        answer: [
            "Et tarvitse omaa ALV-tunnistetta. Lisäämme laskuun arvonlisäveron, tavallisesti {vat}, ja tilitämme sen \
             Verohallinnolle. Rakennusalalla voit valita laskulle käännetyn verovelvollisuuden: lasku lähtee ilman \
             arvonlisäveroa, ja sen maksaa ostaja. Verottomaan laskuun valitset syyn valmiista luettelosta.",
            "You need no VAT number of your own. We add VAT to the invoice, usually {vat}, and pay it to the Tax \
             Administration. In construction you can choose reverse charge: the invoice goes out without VAT, which \
             the buyer pays. For an invoice without VAT you choose the reason from a list.",
        ],
    },
    Question {
        question: ["Entä kulut ja työmatkat?", "What about expenses and trips?"],
        answer: [
            "Kuvaa kuitti ja lisää se laskuriville. Työmatkasta saat verovapaasti {km} kilometriltä omalla autolla, \
             kokopäivärahan {fullDay}, osapäivärahan {partialDay} tai ateriakorvauksen {meal}. Palvelu laskee ne \
             lähtö- ja paluuajasta.",
            "Photograph the receipt and add it to a row of the invoice. For a trip you get, free of tax, {km} per \
             kilometre with your own car, a full daily allowance of {fullDay}, a partial one of {partialDay} or a meal \
             allowance of {meal}. The service calculates them from the times of the trip.",
        ],
    },
    Question {
        question: ["Voinko laskuttaa yhdessä muiden kanssa?", "Can I invoice together with others?"],
        answer: [
            "Voit. Lisää laskulle alihankkija, joka käyttää Liksaa: hän hyväksyy osuutensa ja saa siitä palkan, kun \
             asiakas on maksanut. Alihankkijan oman laskun voit lisätä ostolaskuna, jonka me maksamme. Jos se \
             maksetaan ennen asiakkaan maksua, siitä peritään {payNow}.",
            "You can. Add a subcontractor who uses Liksa to the invoice: they approve their share and get a salary \
             for it when the customer has paid. An invoice from a subcontractor can be added as a purchase invoice, \
             which we pay. If it is paid before the customer has paid, it costs {payNow} of it.",
        ],
    },
    Question {
        question: ["Sitoudunko johonkin?", "Do I commit to anything?"],
        answer: [
            "Et. Ensimmäiset {trialMonths} kuukautta ovat koeaikaa, jolloin kumpi tahansa voi päättää sopimuksen heti. \
             Sen jälkeenkin voit lopettaa milloin vain. Jo tehdystä työstä kertynyt palkka maksetaan aina.",
            "No. The first {trialMonths} months are a trial period in which either side can end the agreement at once. \
             After that too you can stop whenever you like. The salary for work already done is always paid.",
        ],
    },
    Question {
        question: ["Mitä tiedoilleni tapahtuu?", "What happens to my data?"],
        answer: [
            "Tunnistaudut pankkitunnuksilla, ja tietojasi käytetään vain laskutukseen, palkanmaksuun ja lain vaatimiin \
             ilmoituksiin. Niitä ei myydä. Voit ladata kaikki tietosi ja pyytää tunnuksesi poistamista. Kirjanpitoon \
             kuuluvat laskut säilytetään lain mukaan {yearsOfInvoices} vuotta ja palkkatiedot {yearsOfSalaries} vuotta.",
            "You identify yourself with your bank, and your data is used only for invoicing, payroll and the reports \
             that the law asks for. It is not sold. You can download all of it and ask for your account to be \
             deleted. By law invoices are kept for {yearsOfInvoices} years and payroll records for \
             {yearsOfSalaries} years.",
        ],
    },
];
