//! The texts of the view Review: name, English, Hebrew.

use groundcheck_types::{PrecisionGroup, ReviewKind, ReviewStatus};

use super::table::catalogue;
use crate::model::format::{fill, whole};

catalogue! {
    /// Every text of the view Review in one language.
    ReviewWords;
    // The frame of the view.
    page_title: "Review – groundcheck", "בחינה – groundcheck";
    skip: "Skip to the queue", "דלגו אל התור";
    heading: "Review queue", "תור הבחינה";
    intro: "Flagged items wait here for review: approve what is correct, reject what is made up.", "פריטים שסומנו ממתינים כאן לבדיקה: אשרו את מה שנכון, דחו את מה שהומצא.";
    footer: "The queue is on the server. It keeps each decision, with who made it and when.", "התור נמצא בשרת, והוא שומר כל החלטה, מי קיבל אותה ומתי.";
    tabs: "Queue or learning", "תור או למידה";
    tab_queue: "Queue", "תור";
    tab_learning: "Learning", "למידה";
    status_loading: "Asking the server…", "פונה לשרת…";
    status_away: "No queue from the server", "אין תור מהשרת";
    pending_counted: "{n} await review", "{n} ממתינים לבחינה";
    export: "Export", "ייצוא";
    export_jsonl: "JSONL", "JSONL";
    export_csv: "CSV", "CSV";
    export_jsonl_title: "Decided answers, ready for “groundcheck measure”", "תשובות שהוכרעו, מוכנות ל־groundcheck measure";
    me: "You are", "אתם";
    me_hint: "name", "שם";
    me_unnamed: "Recorded without a name. Enter yours under “You are”, and the history says who decided.", "נרשם ללא שם. אם תזינו את שמכם תחת ״אתם״, יופיע בהיסטוריה מי החליט.";
    me_first: "Enter your name here first.", "הזינו כאן תחילה את שמכם.";

    // Statuses, kinds.
    status_pending: "Pending", "ממתין";
    status_reviewed: "Under review", "בבחינה";
    status_approved: "Approved", "אושר";
    status_rejected: "Rejected", "נדחה";
    status_all: "All", "הכול";
    means_approved: "right after all", "נכון בכל זאת";
    means_rejected: "a hallucination", "הזיה";
    kind_answer: "Answer", "תשובה";
    kind_record: "Record", "רשומה";
    kind_mention: "Mention", "אזכור";

    // Filters.
    filters: "Filters", "סינון";
    status: "Status", "מצב";
    kind: "Kind", "סוג";
    risk: "Risk", "סיכון";
    assignee: "Assigned to", "באחריות";
    provider: "Provider", "ספק";
    any_kind: "All kinds", "כל הסוגים";
    any_risk: "All risks", "כל הסיכונים";
    any_assignee: "Anyone", "כולם";
    nobody: "Nobody", "אף אחד";
    any_provider: "All providers", "כל הספקים";
    clear_filters: "Clear filters", "ניקוי הסינון";

    // The list.
    list: "Items", "פריטים";
    list_order: "worst first", "החמורים תחילה";
    flagged_one: "1 flagged", "אחד מסומן";
    flagged_many: "{n} flagged", "{n} מסומנים";
    check_item: "Choose “{title}”", "בחירת „{title}”";
    more: "Show more", "להציג עוד";
    shown: "{n} of {m}", "{n} מתוך {m}";
    checked_counted: "{n} chosen", "{n} נבחרו";
    uncheck: "Clear selection", "ביטול הבחירה";
    bulk: "For all chosen", "לכל הנבחרים";
    bulk_done: "{n} changed.", "{n} שונו.";
    bulk_conflicts: "{n} had already been changed by someone else and were left as they are.", "{n} שונו קודם בידי מישהו אחר ונשארו כפי שהשאיר אותם.";
    bulk_missing: "{n} are no longer there.", "{n} כבר אינם קיימים.";

    // One item.
    choose_title: "Choose an item", "בחרו פריט";
    choose_text: "Or press j for the first one. ? lists all keys.", "או הקישו j לראשון. ? מציג את כל המקשים.";
    back_to_list: "Back to the queue", "חזרה לתור";
    actions: "Decide", "הכרעה";
    approve: "Approve", "אישור";
    reject: "Reject", "דחייה";
    reviewed: "Under review", "בבחינה";
    assign_me: "Assign to me", "באחריותי";
    unassign: "Assigned to {name}: release", "באחריות {name}: שחרור";
    taken_by: "Assigned to {name}", "באחריות {name}";
    entered: "in the queue since {day}", "בתור מאז {day}";
    claims: "Claims", "טענות";
    decide_claim: "Claim {n}: what the evidence says", "טענה {n}: מה הראיות אומרות";
    claims_hint: "1–9 choose a claim", "1–9 בוחרים טענה";
    no_claims: "No claim was found in this answer.", "לא נמצאה טענה בתשובה הזאת.";
    answer: "Answer", "תשובה";
    question: "Asked", "נשאל";
    record_note: "The record itself is not stored, only what was found, masked.", "הרשומה עצמה אינה נשמרת, רק מה שנמצא, ממוסך.";
    note: "Note", "הערה";
    corrected: "What it should say", "מה היה צריך להיות כתוב";
    save: "Save", "שמירה";
    saved: "Saved.", "נשמר.";
    history: "History", "היסטוריה";
    history_none: "No change yet.", "עוד לא היה שינוי.";
    mute: "Stop showing this pattern", "לא להציג שוב את הדפוס הזה";
    mute_hint: "Reports still include it; only the queue leaves it out. You can undo this under Learning.", "הדפוס ממשיך להופיע בדוחות; רק התור משמיט אותו. אפשר לבטל זאת תחת „למידה”.";
    muted: "Muted: {n}.", "הושתקו: {n}.";

    // What was done.
    did_approved: "Approved.", "אושר.";
    did_rejected: "Rejected.", "נדחה.";
    did_reviewed: "Marked as under review.", "סומן: בבחינה.";
    did_pending: "Pending again.", "שוב ממתין.";
    did_undo: "Undone.", "בוטל.";
    nothing_to_undo: "Nothing to undo.", "אין מה לבטל.";
    last_one: "That was the last item here waiting for review.", "זה היה הפריט האחרון כאן שהמתין לבחינה.";
    not_kept: "Not saved, and undone here:", "לא נשמר, ובוטל כאן:";

    // Somebody else was faster.
    conflict_title: "Changed by someone else", "שונה בידי מישהו אחר";
    conflict_text: "Your change was not saved. Which one do you want to keep?", "השינוי שלכם לא נשמר. איזו גרסה להשאיר?";
    conflict_theirs: "As it is now", "כפי שהוא עכשיו";
    conflict_mine: "Your change", "השינוי שלכם";
    keep_theirs: "Keep it as it is", "להשאיר כך";
    apply_mine: "Make my change", "לבצע את השינוי שלי";
    decisions_counted: "{n} claims decided", "{n} טענות הוכרעו";

    // Instead of a queue.
    empty_title: "Nothing to review", "אין מה לבחון";
    empty_text: "Flagged answers, rejected records and mentions of high risk enter the queue by themselves. An answer can also be sent here from Check.", "תשובות מסומנות, רשומות שנדחו ואזכורים בסיכון גבוה נכנסים לתור מעצמם. אפשר גם לשלוח לכאן תשובה מתוך בדיקה.";
    to_check: "Go to Check", "אל הבדיקה";
    done_title: "All reviewed", "הכול נבחן";
    done_text: "Nothing is waiting for review. Decided answers are listed under the other statuses.", "אין פריטים שממתינים לבחינה. תשובות שהוכרעו מופיעות תחת המצבים האחרים.";
    nothing_title: "Nothing matches these filters", "אין תוצאות לסינון הזה";
    nothing_text: "The queue has {n} items under other filters.", "בתור יש {n} פריטים בסינון אחר.";
    away_text: "The queue needs it: everything to review is stored there. Start it again with", "התור זקוק לו: כל מה שיש לבחון שמור שם. הפעילו אותו שוב באמצעות";

    // Learning.
    precision: "Precision", "דיוק";
    precision_text: "The share of decided flags that were confirmed wrong.", "מתוך מה שסומן והוכרע, החלק שאכן שגוי.";
    interval: "95 % interval", "רווח של ‎95 %";
    confirmed: "Hallucinations", "הזיות";
    false_positives: "False positives", "התרעות שווא";
    items_decided: "Items decided", "פריטים שהוכרעו";
    group_claim_kind: "By kind of claim", "לפי סוג הטענה";
    group_detector: "By detector", "לפי גלאי";
    group_provider: "By provider", "לפי ספק";
    group_month: "By month", "לפי חודש";
    name: "Name", "שם";
    suggestions: "Suggested settings", "הגדרות מוצעות";
    suggestions_text: "These take effect only if you apply them. The effect shown is on the answers decided so far.", "הן ייכנסו לתוקף רק אם תחילו אותן. ההשפעה המוצגת היא על התשובות שהוכרעו עד כה.";
    suggestions_none: "Nothing to suggest: the decisions so far support the current settings.", "אין מה להציע: ההכרעות עד כה תומכות בהגדרות הנוכחיות.";
    suggest_change: "{from} → {to}", "{from} ← {to}";
    suggest_effect: "{removed} fewer false positives, {missed} hallucinations missed, out of {n} claims", "{removed} התרעות שווא נחסכות, {missed} הזיות מוחמצות, מתוך {n} טענות";
    suggest_found: "{found} more hallucinations found, {added} more false positives", "{found} הזיות נוספות מתגלות, {added} התרעות שווא נוספות";
    suggest_apply: "To apply it, start the server with", "כדי להחיל, הפעילו את השרת עם";
    mutes: "Muted patterns", "דפוסים מושתקים";
    mutes_none: "No pattern is muted.", "אף דפוס אינו מושתק.";
    kept_out: "{n} kept out since", "{n} לא נכנסו מאז";
    muted_by: "{name}, {day}", "{name}, {day}";
    unmute: "Unmute", "ביטול ההשתקה";
    unmuted: "It will enter the queue again.", "הדפוס ייכנס שוב לתור.";
    learning_empty: "Nothing is decided yet", "עוד לא הוכרע דבר";
    learning_empty_text: "Approve or reject items in the queue; what can be learnt from them will appear here.", "אשרו או דחו פריטים בתור, ומה שהם מלמדים יופיע כאן.";
    partial: "Only the latest decided items were read; there are more.", "נקראו רק הפריטים האחרונים שהוכרעו; יש עוד.";

    // From Check.
    send: "Send to review", "שליחה לבחינה";
    sent: "Sent to the review queue.", "נשלח לתור הבחינה.";
    not_sent: "Not sent.", "לא נשלח.";

    // Keys.
    keys_hint: "? for keys", "? מקשים";
    key_next: "Next or previous item", "הפריט הבא או הקודם";
    key_open: "Open it", "פתיחה";
    key_close: "Back to the queue", "חזרה לתור";
    key_approve: "Approve: right after all", "אישור: נכון בכל זאת";
    key_reject: "Reject: a hallucination", "דחייה: הזיה";
    key_reviewed: "Under review", "בבחינה";
    key_undo: "Undo the last decision", "ביטול ההכרעה האחרונה";
    key_check: "Choose for all at once", "בחירה לשינוי משותף";
    key_bulk: "The same for all chosen", "אותו דבר לכל הנבחרים";
    key_me: "Assign to me", "באחריותי";
    key_note: "Write a note", "כתיבת הערה";
    key_export: "Export JSONL", "ייצוא JSONL";
    key_claim: "A claim, then ← → and Enter", "טענה, ואז ← → ו־Enter";
}

impl ReviewWords {
    /// Where an item stands.
    pub fn status(&self, status: ReviewStatus) -> &'static str {
        match status {
            ReviewStatus::Pending => self.status_pending,
            ReviewStatus::Reviewed => self.status_reviewed,
            ReviewStatus::Approved => self.status_approved,
            ReviewStatus::Rejected => self.status_rejected,
        }
    }

    /// What was done, in a sentence.
    pub fn did(&self, status: ReviewStatus) -> &'static str {
        match status {
            ReviewStatus::Pending => self.did_pending,
            ReviewStatus::Reviewed => self.did_reviewed,
            ReviewStatus::Approved => self.did_approved,
            ReviewStatus::Rejected => self.did_rejected,
        }
    }

    /// What an item is about.
    pub fn kind(&self, kind: ReviewKind) -> &'static str {
        match kind {
            ReviewKind::Answer => self.kind_answer,
            ReviewKind::Record => self.kind_record,
            ReviewKind::Mention => self.kind_mention,
        }
    }

    /// By what precision is broken down.
    pub fn group(&self, group: PrecisionGroup) -> &'static str {
        match group {
            PrecisionGroup::ClaimKind => self.group_claim_kind,
            PrecisionGroup::Detector => self.group_detector,
            PrecisionGroup::Provider => self.group_provider,
            PrecisionGroup::Month => self.group_month,
        }
    }

    /// `1 flagged`, `3 flagged`.
    pub fn flagged_counted(&self, count: u64) -> String {
        fill(if count == 1 { self.flagged_one } else { self.flagged_many }, &[("n", &whole(count))])
    }
}
