//! The texts of "Verify with an LLM": name, English, Hebrew.

use groundcheck_types::{
    GroundedClaim, GroundingMethod, GroundingReason, LogprobSupport, Probability, ProbabilitySource,
};

use super::table::catalogue;
use super::{Language, counted};
use crate::model::format::fill;
use crate::model::verification::{Standing, figures};

catalogue! {
    /// Every text of "Verify with an LLM" in one language.
    VerifyWords;
    // The frame.
    open: "Verify with an LLM", "אימות במודל שפה";
    heading: "Verification by a language model", "אימות במודל שפה";
    intro: "A language model is asked twice about each sentence: with all sources, and with what it cites blacked out. What the sources change decides.", "מודל שפה נשאל פעמיים על כל משפט: עם כל המקורות, ובלי הקטעים שהמשפט נסמך עליהם. ההבדל בין התשובות מכריע.";
    private: "The answer and its sources go to this server and, when you start, from there to the provider. The key stays on the server.", "התשובה והמקורות נשלחים לשרת הזה, ועם ההפעלה – ממנו אל הספק. המפתח נשאר בשרת.";
    footer: "Checking happens in this browser. Verifying sends the answer and its sources to this server, and from there to the provider.", "הבדיקה נעשית בדפדפן הזה. האימות שולח את התשובה ואת מקורותיה לשרת הזה, וממנו אל הספק.";
    close: "Close the verification", "סגירת האימות";
    settings: "Model and method", "מודל ושיטה";
    provider: "Provider", "ספק";
    no_key: "{name} (no key)", "{name} (אין מפתח)";
    not_running: "{name} (not running)", "{name} (לא פועל)";
    on_this_machine: "{name} (on the server’s machine)", "{name} (על מחשב השרת)";
    model: "Model", "מודל";
    method: "Method", "שיטה";
    method_directional: "Directional budget", "תקציב מידע מכוון";
    method_budget: "Information budget", "תקציב מידע";
    method_evidence_use: "Use of evidence", "שימוש בראיות";
    budget_usd: "Stop at (US$)", "עצירה בסכום (דולר)";
    budget_tokens: "Stop at (tokens)", "עצירה במספר אסימונים";
    budget_wrong: "Enter a number above 0, or leave this empty.", "הזינו מספר גדול מאפס, או השאירו ריק.";
    no_limit: "no limit", "ללא הגבלה";

    // What it would take.
    planning: "Asking the server for an estimate…", "מבקש הערכה מהשרת…";
    plan_claims_one: "1 sentence", "משפט אחד";
    plan_claims_many: "{n} sentences", "{n} משפטים";
    plan_calls_one: "1 question", "שאלה אחת";
    plan_calls_many: "{n} questions", "{n} שאלות";
    plan_known: "{n} answered before", "{n} נענו בעבר";
    plan_tokens: "about {n} tokens", "כ־{n} אסימונים";
    plan_cost: "about {n}", "כ־{n}";
    plan_no_price: "price not known", "המחיר אינו ידוע";
    plan_covered: "Every sentence is checked already. You can have all of them verified.", "כל המשפטים נבדקו כבר. אפשר לאמת את כולם.";
    sentences: "Sentences", "משפטים";
    sentences_open: "Not fully checked", "שלא נבדקו במלואם";
    sentences_all: "All", "כולם";
    plan_nothing: "No sentence here is long enough to be verified.", "אין כאן משפט ארוך דיו לאימות.";
    plan_unchecked: "{n} more are left out: too many for one answer.", "עוד {n} לא ייכללו: רבים מדי לתשובה אחת.";
    needs_text: "Write an answer and give at least one source: both are needed.", "כתבו תשובה והוסיפו לפחות מקור אחד: שניהם נחוצים.";
    needs_model: "Name the model to ask.", "ציינו איזה מודל לשאול.";
    start: "Start", "הפעלה";
    again: "Verify again", "אימות מחדש";
    stop: "Stop", "עצירה";

    // No way to ask.
    asking_server: "Asking the server which models it can use…", "בודק באילו מודלים השרת יכול להשתמש…";
    none_title: "No model configured", "לא הוגדר מודל";
    none_text: "Give the server a provider’s key, or name a provider in a file, and start it again:", "תנו לו מפתח של ספק, או ציינו ספק בקובץ, והפעילו אותו מחדש:";
    away_title: "The server is not responding", "השרת אינו עונה";
    away_text: "Everything else here works without it. Verifying with a language model needs it, as the key is kept there:", "כל השאר כאן עובד בלעדיו. לאימות במודל שפה הוא נחוץ, כי המפתח שמור בו:";
    token_title: "The server requires a token", "השרת דורש אסימון";
    refused_title: "The server refuses", "השרת מסרב";
    retry: "Try again", "ניסיון נוסף";

    // Under way and after.
    under_way: "{n} of {all} settled", "הוכרעו {n} מתוך {all}";
    announce_start: "Asking {model} about {n}.", "{model} נשאל על {n}.";
    grounded_of: "{n} of {all} grounded", "{n} מתוך {all} מבוססים";
    not_verified_one: "1 not verified", "משפט אחד לא אומת";
    not_verified_many: "{n} not verified", "{n} לא אומתו";
    overall_yes: "Grounded", "מבוסס";
    overall_no: "Not grounded", "לא מבוסס";
    overall_unknown: "Not verified", "לא אומת";
    stopped: "Stopped. Finished results are kept; the rest was not checked.", "נעצר. התוצאות שהושלמו נשמרות; השאר לא נבדק.";
    over_budget: "The budget is used up. The remaining sentences were not checked.", "התקציב נוצל. שאר המשפטים לא נבדקו.";
    cut: "The connection to the server was lost. Finished results are kept; the rest was not checked.", "החיבור לשרת נקטע. התוצאות שהושלמו נשמרות; השאר לא נבדק.";
    failed: "Verification failed.", "האימות נכשל.";
    provider_failed: "The provider did not answer every question.", "הספק לא ענה על כל השאלות.";
    outdated: "The answer or its sources have changed since. These results are for the previous version.", "התשובה או המקורות השתנו מאז. התוצאה היא של הגרסה הקודמת.";
    took_calls_one: "1 call", "פנייה אחת";
    took_calls_many: "{n} calls", "{n} פניות";
    took_known: "{n} answered before", "{n} נענו בעבר";
    took_tokens: "{in} tokens in, {out} out", "{in} אסימונים נכנסו, {out} יצאו";
    took_uncounted: "{n} calls uncounted", "{n} פניות בלי ספירה";
    took_seconds: "{n} s", "{n} שניות";
    logprobs_given: "log probabilities", "הסתברויות לוגריתמיות";
    logprobs_missing: "no log probabilities: answers are sampled", "אין הסתברויות לוגריתמיות: התשובות נדגמות";

    // A claim.
    claims: "Sentences", "משפטים";
    waiting: "waiting", "בהמתנה";
    not_verified: "not verified", "לא אומת";
    prior: "without what it cites", "בלי מה שצוטט";
    posterior: "with all sources", "עם כל המקורות";
    pair: "{prior} without what it cites, {posterior} with all sources, on a scale from 0 to 1", "{prior} בלי מה שצוטט, {posterior} עם כל המקורות, בסולם מ־0 עד 1";
    unknown: "not known", "לא ידוע";
    cites: "cites {ids}", "מצטט את {ids}";
    numbers: "The numbers", "המספרים";
    number_p1: "P(yes) with all sources", "P(כן) עם כל המקורות";
    number_p0: "P(yes) without what it cites", "P(כן) בלי מה שצוטט";
    number_observed: "What the sources added", "המידע שהמקורות הוסיפו";
    number_required: "What the method asks for", "המידע שהשיטה דורשת";
    number_confidence: "Confidence that it is grounded", "ביטחון בכך שהמשפט מבוסס";
    number_method: "Method", "שיטה";
    number_source: "Where P(yes) comes from", "מקור ה־P(כן)";
    bits: "{n} bits", "{n} סיביות";
    from_logprobs: "log probabilities of the first token", "הסתברויות לוגריתמיות של האסימון הראשון";
    from_votes: "sampled answers: {yes} of {all} said yes", "תשובות שנדגמו: {yes} מתוך {all} ענו כן";
    contaminated: "What it cites may also appear, in other words, in the text that was left: the first figure may be too high.", "ייתכן שמה שצוטט מופיע גם, במילים אחרות, במה שנותר: המספר הראשון עשוי להיות גבוה מדי.";

    // Why.
    why_entailed: "The sources raise it from {p0} to {p1}, which is enough for this method.", "המקורות מעלים אותו מ־{p0} ל־{p1}: די לפי השיטה.";
    why_entailed_elsewhere: "The sources say so ({p1}), also without the passages that it cites ({p0}).", "המקורות אומרים זאת ({p1}), גם בלי הקטעים שצוטטו ({p0}).";
    why_entailed_by_votes: "Most sampled answers say so ({p1}). There are no log probabilities to confirm it.", "רוב התשובות שנדגמו אומרות זאת ({p1}). אין הסתברויות לוגריתמיות שיאששו.";
    why_contradicted: "The sources make it less likely: {p0} without what it cites, {p1} with it.", "המקורות מפחיתים את סבירותו: {p0} בלי מה שצוטט, {p1} איתו.";
    why_not_entailed: "Even with all sources the verifier says no ({p1}).", "גם עם כל המקורות הבודק אומר לא ({p1}).";
    why_too_little: "The verifier says yes ({p1}), but the sources add too little to {p0}.", "הבודק אומר כן ({p1}), אך המקורות מוסיפים מעט מדי ל־{p0}.";
    why_unused: "{p1} with the sources and {p0} without: nothing shows that it rests on them.", "{p1} עם המקורות ו־{p0} בלעדיהם: אין סימן שהוא נשען עליהם.";
    why_undecided: "Only ranges are known, {p0} and {p1}, and they do not decide it.", "ידועים רק טווחים, {p0} ו־{p1}; הם אינם מכריעים.";
    why_no_logprobs: "The provider gave no probabilities that could be used.", "הספק לא מסר הסתברויות שאפשר להשתמש בהן.";
    why_addresses: "This sentence addresses the verifier, so the verifier’s answer about it is not used.", "המשפט פונה אל הבודק, ולכן לא נעשה שימוש בתשובת הבודק עליו.";
    why_failed: "The verifier was not reached, or did not answer.", "לא ניתן היה להגיע אל הבודק, או שהוא לא ענה.";
    why_late: "Time ran out before the verifier answered.", "הזמן תם לפני שהבודק ענה.";
    why_over_budget: "Asking would have gone over the budget.", "הבדיקה הייתה חורגת מהתקציב.";
    why_no_evidence: "There were no sources to verify it with.", "לא היו מקורות לאמת איתם.";
    why_not_reached: "This sentence was not checked.", "המשפט הזה לא נבדק.";
    why_other: "See the numbers.", "ראו את המספרים.";
}

impl VerifyWords {
    /// A method's name.
    pub fn method_name(&self, method: GroundingMethod) -> &'static str {
        match method {
            GroundingMethod::Directional => self.method_directional,
            GroundingMethod::Budget => self.method_budget,
            GroundingMethod::EvidenceUse => self.method_evidence_use,
        }
    }

    /// Whether there are log probabilities; nothing where nobody knows.
    pub fn logprobs(&self, support: LogprobSupport) -> Option<&'static str> {
        match support {
            LogprobSupport::Unknown => None,
            LogprobSupport::Given => Some(self.logprobs_given),
            LogprobSupport::Dropped | LogprobSupport::Refused => Some(self.logprobs_missing),
        }
    }

    /// Where a claim stands, in a word.
    pub fn standing(&self, standing: Standing, language: Language) -> &'static str {
        match standing {
            Standing::Waiting => self.waiting,
            Standing::NotVerified => self.not_verified,
            Standing::Settled(status) => language.words().status(status),
        }
    }

    /// Why a claim is decided as it is, in a sentence.
    pub fn why(&self, claim: &GroundedClaim) -> String {
        use GroundingReason as R;
        let template = match claim.reason {
            R::Entailed => self.why_entailed,
            R::EntailedElsewhere => self.why_entailed_elsewhere,
            R::EntailedByVotes => self.why_entailed_by_votes,
            R::Contradicted => self.why_contradicted,
            R::NotEntailed => self.why_not_entailed,
            R::TooLittleInformation => self.why_too_little,
            R::EvidenceUnused => self.why_unused,
            R::Undecided => self.why_undecided,
            R::NoLogprobs => self.why_no_logprobs,
            R::AddressesVerifier => self.why_addresses,
            R::VerifierFailed => self.why_failed,
            R::OutOfTime => self.why_late,
            R::OverBudget => self.why_over_budget,
            R::NoEvidence => self.why_no_evidence,
            _ => self.why_other,
        };
        let (p1, p0) = (self.probability(claim.posterior.as_ref()), self.probability(claim.prior.as_ref()));
        fill(template, &[("p1", &p1), ("p0", &p0)])
    }

    /// A probability in figures, or that it is not known.
    pub fn probability(&self, probability: Option<&Probability>) -> String {
        probability.map_or_else(|| self.unknown.to_owned(), figures)
    }

    /// Where a probability comes from.
    pub fn source(&self, probability: &Probability) -> String {
        match (probability.source, probability.yes_votes, probability.votes) {
            (ProbabilitySource::SampledVotes, Some(yes), Some(all)) => {
                fill(self.from_votes, &[("yes", &yes.to_string()), ("all", &all.to_string())])
            }
            _ => self.from_logprobs.to_owned(),
        }
    }

    /// `1 sentence`, `4 sentences`.
    pub fn claims_counted(&self, count: usize) -> String {
        counted(count, self.plan_claims_one, self.plan_claims_many)
    }

    /// `1 question`, `8 questions`.
    pub fn calls_planned(&self, count: u32) -> String {
        counted(count as usize, self.plan_calls_one, self.plan_calls_many)
    }

    /// `1 call`, `8 calls`.
    pub fn calls_made(&self, count: u32) -> String {
        counted(count as usize, self.took_calls_one, self.took_calls_many)
    }

    /// `1 not verified`.
    pub fn not_verified_counted(&self, count: usize) -> String {
        counted(count, self.not_verified_one, self.not_verified_many)
    }
}
