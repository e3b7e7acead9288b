//! The texts of the view Live: name, English, Hebrew.

use groundcheck_types::{Action, EditKind, Request, RequirementKind, StreamAnswer, Verdict, WarningPattern};

use super::counted;
use super::table::catalogue;
use crate::model::format::{fill, whole};
use crate::model::script::Script;
use crate::model::stage::{Author, Part, Stage};

catalogue! {
    /// Every text of the view Live in one language.
    LiveWords;
    // The frame of the view.
    nav: "Live", "בזמן אמת";
    page_title: "Live – groundcheck", "בזמן אמת – groundcheck";
    skip: "Skip to the answer", "דלגו אל התשובה";
    heading: "An answer checked as it is written", "תשובה שנבדקת תוך כדי כתיבתה";
    intro: "The monitor checks the answer while the model writes it: each claim is checked when its sentence ends, and a wrong one can stop the answer.", "הבקר בודק את התשובה בזמן שהמודל כותב אותה: כל טענה נבדקת כשהמשפט שלה מסתיים, וטענה שגויה יכולה לעצור את התשובה.";
    footer: "The answers here are scripted. They are checked in this browser; nothing leaves it.", "התשובות כאן כתובות מראש. הן נבדקות בדפדפן הזה; שום דבר לא יוצא ממנו.";
    footer_provider: "The question, the conversation and the sources go to this server, and from there to the provider. The key stays on the server.", "השאלה, השיחה והמקורות נשלחים לשרת הזה, וממנו אל הספק. המפתח נשאר בשרת.";
    scripts: "What is written", "מה נכתב";
    script_clean: "A correct answer", "תשובה מבוססת";
    script_clean_text: "Every value is in the source.", "כל ערך מופיע במקור.";
    script_invents: "One that invents numbers", "תשובה שממציאה מספרים";
    script_invents_text: "The source has nothing on tenants or rents.", "אין במקור דבר על שוכרים או דמי שכירות.";
    script_contradicts: "One that contradicts itself", "תשובה שסותרת את עצמה";
    script_contradicts_text: "Two turns ago it gave a different NOI.", "לפני שני תורים היא מסרה NOI אחר.";

    // Who writes it.
    author: "Written by", "מי כותב";
    author_script: "a scripted example", "דוגמה כתובה מראש";
    author_provider: "a provider, through the server", "ספק, דרך השרת";
    evidence: "The question and its sources", "השאלה ומקורותיה";
    given_sources_one: "1 source", "מקור אחד";
    given_sources_many: "{n} sources", "{n} מקורות";
    given_turns_one: "1 earlier turn", "תור קודם אחד";
    given_turns_many: "{n} earlier turns", "{n} תורים קודמים";
    ask_heading: "Ask a language model", "לשאול מודל שפה";
    ask_private: "The model gets the question, the conversation and the sources. The monitor reads along and stops the model when it makes something up.", "המודל מקבל את השאלה, את השיחה ואת המקורות. הבקר קורא במקביל, ועוצר את המודל כשהוא ממציא דברים.";
    question: "Question", "שאלה";
    ask: "Ask", "לשאול";
    ask_again: "Ask again", "לשאול שוב";
    asked: "Waiting for the provider to answer.", "ממתינים לתשובת הספק.";
    away_text: "The scripted examples still work without it. Asking a provider needs the server, because the key is kept there:", "הדוגמאות הכתובות מראש עובדות גם בלעדיו. לפנייה אל ספק הוא נחוץ, כי המפתח שמור בו:";
    part_stopped: "You stopped the answer. The part that was written is checked; the rest is not.", "עצרתם את התשובה. החלק שנכתב נבדק; השאר לא נבדק.";
    part_length: "The model reached its length limit. The part that was written is checked.", "המודל הגיע למגבלת האורך. החלק שנכתב נבדק.";
    part_filtered: "The provider withheld the rest. The part that was written is checked.", "הספק חסם את ההמשך. החלק שנכתב נבדק.";
    part_failed: "The answer broke off. The part that was written is checked; the rest is not.", "התשובה נקטעה באמצע. החלק שנכתב נבדק; השאר לא נבדק.";
    took_first: "first words after {n} ms", "מילים ראשונות אחרי {n} מ״ש";
    took_tokens: "{in} tokens in, {out} out", "{in} אסימונים נכנסו, {out} יצאו";

    // The answer.
    answer: "The answer", "התשובה";
    user: "User", "משתמש";
    assistant: "Assistant", "עוזר";
    system: "System", "מערכת";
    tool: "Tool", "כלי";
    nothing_yet: "Nothing is written yet.", "עוד לא נכתב דבר.";
    play: "Play", "הפעלה";
    pause: "Pause", "השהיה";
    again: "Play again", "הפעלה מחדש";
    step: "Step", "צעד";
    restart: "Restart", "מההתחלה";
    speed: "Speed", "מהירות";
    speed_words_one: "1 word a second", "מילה בשנייה";
    speed_words_many: "{n} words a second", "{n} מילים בשנייה";
    by_sentences: "One sentence at a time, because your system asks for reduced motion.", "משפט בכל פעם, כי המערכת שלכם מוגדרת להפחתת תנועה.";
    keys: "Space plays and pauses, → steps, R restarts", "רווח מפעיל ומשהה, → צעד, R מההתחלה";
    stage_ready: "Ready", "מוכנה";
    stage_writing: "Being written…", "נכתבת…";
    stage_paused: "Paused", "בהשהיה";
    stage_interrupted: "Interrupted", "נקטעה";
    stage_finished: "Written to the end", "נכתבה עד הסוף";
    stage_asking: "Asking…", "השאלה נשלחה…";
    stage_partial: "Partial", "חלקית";
    stage_unanswered: "Not answered", "לא נענתה";
    stage_failed: "The monitor failed", "הבקרה נכשלה";

    // What it needs.
    knowledge: "What the question needs", "מה נדרש כדי לענות";
    knowledge_all: "Everything the question needs is available.", "כל מה שנדרש לשאלה קיים.";
    knowledge_missing_one: "1 thing is missing", "דבר אחד חסר";
    knowledge_missing_many: "{n} things are missing", "{n} דברים חסרים";
    need_entity: "name", "שם";
    need_metric: "metric", "מדד";
    need_period: "period", "תקופה";
    need_value: "value", "ערך";
    need_recency: "the current state", "המצב העדכני";
    need_combination: "all together", "הכול יחד";
    need_other: "requirement", "דרישה";
    found: "in {ids}", "ב־{ids}";
    in_facts: "the facts", "עובדות";
    in_history: "the conversation", "שיחה";
    missing: "missing", "חסר";
    instead: "Say instead", "מה לומר במקום";

    // Warnings and claims.
    warnings: "Warnings", "אזהרות";
    warnings_none: "None so far.", "אין עדיין.";
    warnings_one: "1 warning", "אזהרה אחת";
    warnings_many: "{n} warnings", "{n} אזהרות";
    warning_sure: "certainty {n}", "ודאות {n}";
    pattern_contradicted: "Contradicted value", "ערך סותר";
    pattern_unsupported: "Value without evidence", "ערך ללא ראיה";
    pattern_low: "Weak evidence", "ראיה חלשה";
    pattern_rising: "Increasingly precise", "דיוק הולך וגובר";
    pattern_link: "Unknown link", "קישור לא מוכר";
    pattern_citation: "Unknown citation", "ציטוט לא מוכר";
    pattern_authority: "Authority without a name", "סמכות ללא שם";
    pattern_publication: "Unknown publication", "פרסום לא מוכר";
    pattern_certainty: "Unfounded certainty", "ביטחון לא מבוסס";
    pattern_earlier: "Contradicts an earlier turn", "סותר תור קודם";
    pattern_itself: "Contradicts itself", "סותר את עצמו";
    pattern_definition: "Moved definition", "הגדרה שהשתנתה";
    pattern_other: "Warning", "אזהרה";
    claims: "Settled claims", "טענות שהוכרעו";
    claims_none: "Claims appear here as soon as they are settled.", "טענות יופיעו כאן ברגע שיוכרעו.";

    // What goes out.
    outcome: "What the reader gets", "מה מוצג לקורא";
    outcome_wait: "This is decided when the answer ends or is interrupted.", "ייקבע כשהתשובה תסתיים או תיקטע.";
    action_none: "The answer can be used as it is.", "אפשר להשאירה כפי שהיא.";
    action_partial: "No problem was found in this part, but it is not the whole answer.", "בחלק הזה לא נמצאה בעיה, אך זו אינה התשובה כולה.";
    action_unchecked: "No problem was found, because there was nothing to check or nothing to check it against. This does not mean that the answer is correct.", "לא נמצאה בעיה, כי לא היה בתשובה מה לבדוק או לא היה מול מה לבדוק. אין פירוש הדבר שהתשובה נכונה.";
    action_annotate: "It is shown with a mark after each claim.", "היא מוצגת עם סימונים אחרי הטענות.";
    action_rephrase: "It is shown in more careful words.", "היא מוצגת בניסוח זהיר יותר.";
    action_interrupt: "It was interrupted, with an explanation.", "היא נקטעה, ונאמר מדוע.";
    action_discard: "It is discarded.", "היא נפסלת.";
    removed: "taken out", "הוסר";
    edit_marked: "marker of confidence", "סימון ודאות";
    edit_attributed: "its source", "המקור";
    edit_rephrased: "more careful words", "ניסוח זהיר";
    edit_reformulated: "in place of the rest", "במקום ההמשך";
    edit_discarded: "instead of the answer", "במקום התשובה";
    edit_disclaimed: "names a contradiction", "מציין סתירה";
    edit_other: "added", "נוסף";
}

impl LiveWords {
    /// A script's name and what it shows.
    pub fn script(&self, script: Script) -> (&'static str, &'static str) {
        match script {
            Script::Clean => (self.script_clean, self.script_clean_text),
            Script::Invents => (self.script_invents, self.script_invents_text),
            Script::Contradicts => (self.script_contradicts, self.script_contradicts_text),
        }
    }

    /// Where writing stands.
    pub fn stage(&self, stage: &Stage) -> &'static str {
        match stage {
            Stage::Ready => self.stage_ready,
            Stage::Asking => self.stage_asking,
            Stage::Writing => self.stage_writing,
            Stage::Paused => self.stage_paused,
            Stage::Interrupted => self.stage_interrupted,
            Stage::Finished => self.stage_finished,
            Stage::Partial(_) => self.stage_partial,
            Stage::Unanswered(_) => self.stage_unanswered,
            Stage::Failed(_) => self.stage_failed,
        }
    }

    /// Who writes it.
    pub fn author(&self, author: Author) -> &'static str {
        match author {
            Author::Script => self.author_script,
            Author::Provider => self.author_provider,
        }
    }

    /// Why it is only a part.
    pub fn part(&self, part: &Part) -> &'static str {
        match part {
            Part::Stopped => self.part_stopped,
            Part::Length => self.part_length,
            Part::Filtered => self.part_filtered,
            Part::Failed(_) | Part::Cut(_) => self.part_failed,
        }
    }

    /// What goes out of an answer that ended so. Nothing found is an all-clear only of a whole answer that was checked.
    pub fn outcome(&self, stage: &Stage, action: Action, verdict: Option<Verdict>) -> &'static str {
        match (stage, action, verdict) {
            (Stage::Partial(_), Action::None, _) => self.action_partial,
            (_, Action::None, verdict) if verdict != Some(Verdict::Clean) => self.action_unchecked,
            _ => self.action(action),
        }
    }

    /// `1 source, 2 earlier turns`.
    pub fn given(&self, request: &Request) -> String {
        let mut parts = vec![counted(request.sources.len(), self.given_sources_one, self.given_sources_many)];
        if !request.history.is_empty() {
            parts.push(counted(request.history.len(), self.given_turns_one, self.given_turns_many));
        }
        parts.join(", ")
    }

    /// Who answered, and what it took.
    pub fn took(&self, answer: &StreamAnswer) -> String {
        let mut parts = vec![
            format!("\u{2068}{} · {}\u{2069}", answer.provider, answer.model),
            fill(self.took_first, &[("n", &whole(answer.first_delta_ms))]),
        ];
        if let (Some(tokens), Some(out)) = (answer.prompt_tokens, answer.completion_tokens) {
            parts.push(fill(self.took_tokens, &[("in", &whole(tokens)), ("out", &whole(out))]));
        }
        parts.join(" · ")
    }

    /// What kind of thing a question needs.
    pub fn need(&self, kind: RequirementKind) -> &'static str {
        match kind {
            RequirementKind::Entity => self.need_entity,
            RequirementKind::Metric => self.need_metric,
            RequirementKind::Period => self.need_period,
            RequirementKind::Value => self.need_value,
            RequirementKind::Recency => self.need_recency,
            RequirementKind::Combination => self.need_combination,
            _ => self.need_other,
        }
    }

    /// A pattern's name.
    pub fn pattern(&self, pattern: WarningPattern) -> &'static str {
        use WarningPattern as P;
        match pattern {
            P::ContradictedValue => self.pattern_contradicted,
            P::UnsupportedValue => self.pattern_unsupported,
            P::LowConfidence => self.pattern_low,
            P::RisingSpecificity => self.pattern_rising,
            P::UnknownLink => self.pattern_link,
            P::UnknownCitation => self.pattern_citation,
            P::UnnamedAuthority => self.pattern_authority,
            P::UnknownPublication => self.pattern_publication,
            P::UnfoundedCertainty => self.pattern_certainty,
            P::ContradictsEarlierTurn => self.pattern_earlier,
            P::ContradictsItself => self.pattern_itself,
            P::MovedDefinition => self.pattern_definition,
            _ => self.pattern_other,
        }
    }

    /// What becomes of the answer.
    pub fn action(&self, action: Action) -> &'static str {
        match action {
            Action::None => self.action_none,
            Action::Annotate => self.action_annotate,
            Action::Rephrase => self.action_rephrase,
            Action::Interrupt => self.action_interrupt,
            Action::Discard => self.action_discard,
        }
    }

    /// What an edit put in.
    pub fn edit(&self, kind: EditKind) -> &'static str {
        match kind {
            EditKind::Marked => self.edit_marked,
            EditKind::Attributed => self.edit_attributed,
            EditKind::Rephrased => self.edit_rephrased,
            EditKind::Reformulated => self.edit_reformulated,
            EditKind::Discarded => self.edit_discarded,
            EditKind::Disclaimed => self.edit_disclaimed,
            _ => self.edit_other,
        }
    }

    /// `2 things are missing`.
    pub fn missing_counted(&self, count: usize) -> String {
        counted(count, self.knowledge_missing_one, self.knowledge_missing_many)
    }

    /// `2 warnings`.
    pub fn warnings_counted(&self, count: usize) -> String {
        counted(count, self.warnings_one, self.warnings_many)
    }

    /// `6 words a second`.
    pub fn speed_counted(&self, words: u32) -> String {
        counted(words as usize, self.speed_words_one, self.speed_words_many)
    }
}
