//! The texts of the frame and of the view Check: name, English, Hebrew.

use super::table::catalogue;

catalogue! {
    /// Every text of the frame and of the view Check in one language.
    Catalogue;
    // The frame.
    title: "groundcheck – which parts of this answer are right?", "groundcheck – מה בתשובה הזאת נכון?";
    skip: "Skip to the answer", "דלגו אל התשובה";
    navigation: "Views", "תצוגות";
    nav_check: "Check", "בדיקה";
    nav_records: "Records", "רשומות";
    nav_reports: "Reports", "דוחות";
    nav_review: "Review", "בחינה";
    settings: "Settings", "הגדרות";
    switch_language: "עברית", "English";
    use_dark: "Use dark colours", "צבעים כהים";
    use_light: "Use light colours", "צבעים בהירים";
    checked_here: "Checked in this browser", "נבדק בדפדפן הזה";
    checking: "Checking when you pause …", "הבדיקה תתעדכן בסיום ההקלדה …";
    took: "{ms} ms", "{ms} אלפיות שנייה";
    close: "Close", "סגירה";
    footer_private: "Nothing leaves this browser. What you type is kept here, on this computer, until you clear it.", "שום דבר לא יוצא מהדפדפן הזה. מה שהקלדתם נשמר כאן, במחשב הזה, עד שתנקו אותו.";
    server_here: "The server is running, but this view does not need it.", "השרת פועל, אך התצוגה הזאת אינה זקוקה לו.";
    server_away: "The server does not answer; this view works without it.", "השרת אינו עונה; התצוגה הזאת עובדת בלעדיו.";
    storage_full: "This is too long for the browser to keep: it is checked, but gone when you reload.", "הטקסט ארוך מכדי שהדפדפן ישמור אותו: הוא נבדק, אך ייעלם בטעינה מחדש.";

    // Statuses, kinds, risks.
    supported: "supported", "נתמך";
    contradicted: "contradicted", "סותר";
    unsupported: "unsupported", "לא נתמך";
    unverifiable: "unverifiable", "לא ניתן לאימות";
    near: "within tolerance", "בטווח המותר";
    check_this: "check this", "לבדיקה";
    accepted: "accepted by you", "אושר על ידך";
    kind_currency: "Amounts", "סכומים";
    kind_percentage: "Percentages", "אחוזים";
    kind_date: "Dates", "תאריכים";
    kind_ratio: "Ratios", "יחסים";
    kind_number: "Numbers", "מספרים";
    kind_statement: "Statements", "היגדים";
    kind_time: "Times", "שעות";
    risk_low: "Low risk", "סיכון נמוך";
    risk_medium: "Medium risk", "סיכון בינוני";
    risk_high: "High risk", "סיכון גבוה";
    risk_critical: "Critical risk", "סיכון קריטי";

    // The verdict.
    verdict: "Verdict", "תוצאת הבדיקה";
    verdict_clean: "Clean", "תקין";
    verdict_flagged: "Flagged", "מסומן";
    verdict_unverified: "Unverified", "לא אומת";
    verdict_error: "Not checked", "לא נבדק";
    verdict_idle: "Nothing to check yet", "עוד אין מה לבדוק";
    why_idle: "Paste an answer below.", "הדביקו תשובה למטה.";
    why_all_supported: "Every claim found is supported.", "כל הטענות שנמצאו נתמכות.";
    why_contradicted: "The evidence contradicts part of this answer.", "הראיות סותרות חלק מהתשובה.";
    why_unsupported: "No evidence supports this.", "אין ראיה שתומכת בכך.";
    why_finding: "A check found a problem.", "בדיקה מצאה בעיה.";
    why_nothing_to_check: "Nothing to check: no amount, percentage, date, ratio or number was found. This does not mean that the answer is correct.", "אין מה לבדוק: לא נמצאו סכום, אחוז, תאריך, יחס או מספר. אין זה אישור שהתשובה נכונה.";
    why_no_evidence: "No evidence was given: add a source or facts. This does not mean that the answer is correct.", "לא ניתנו ראיות: הוסיפו מקור או עובדות. אין זה אישור שהתשובה נכונה.";
    why_undecided: "The evidence given cannot decide every claim. This does not mean that the answer is correct.", "הראיות שניתנו אינן מכריעות בכל הטענות. אין זה אישור שהתשובה נכונה.";
    why_check_failed: "The check failed, so nothing is known about this answer.", "הבדיקה נכשלה, ולכן לא ידוע דבר על התשובה.";
    why_other: "See the claims below.", "ראו את הטענות למטה.";
    advice_annotate: "Show it with its marks.", "הציגו אותה עם הסימונים.";
    advice_rephrase: "Say it with less certainty.", "נסחו אותה בפחות ודאות.";
    advice_interrupt: "Correct it before you use it.", "תקנו אותה לפני השימוש.";
    advice_discard: "Do not use it.", "אל תשתמשו בה.";
    advice_review: "A person should look at it first.", "כדאי שאדם יבחן אותה תחילה.";
    reliability: "reliability {n}", "אמינות {n}";
    reliability_none: "no claim was checked", "אף טענה לא נבדקה";
    confidence_adjusted: "confidence {from} → {to}", "ביטחון {from} ← {to}";
    correct: "Corrected answer…", "תשובה מתוקנת…";
    corrections: "Corrected answer", "תשובה מתוקנת";
    corrections_note: "Each correction was checked again and is supported. Untick the ones you do not want. Everything else stays as it is, including what is unsupported or still to be checked.", "כל תיקון נבדק שוב ונמצא נתמך. בטלו את הסימון של תיקונים שאינכם רוצים. כל השאר נשאר כפי שהוא, גם מה שאינו נתמך או פתוח.";
    corrections_none: "Nothing is left to correct.", "לא נותר מה לתקן.";
    correction: "Replace {old} with {new}", "החלפת {old} ב־{new}";
    copy_corrected: "Copy answer", "העתקת התשובה";
    use_corrected: "Replace in answer", "החלפה בתשובה";
    use_corrected_done: "{n} corrected.", "{n} תיקונים בוצעו.";
    copy_report: "Copy report JSON", "העתקת הדוח (JSON)";
    copied: "Copied.", "הועתק.";
    copied_corrected: "Copied, with {n} corrected. The rest is as it was.", "הועתק, עם {n} תיקונים. כל השאר נשאר כפי שהיה.";
    copy_failed: "The browser did not allow copying.", "הדפדפן לא אישר העתקה.";

    // The answer.
    answer: "Answer", "תשובה";
    answer_placeholder: "Paste an answer here. Every amount, percentage, date, ratio and number in it is checked as you type.", "הדביקו כאן תשובה. כל סכום, אחוז, תאריך, יחס ומספר בה נבדקים תוך כדי הקלדה.";
    claims_one: "1 claim", "טענה אחת";
    claims_many: "{n} claims", "{n} טענות";
    hidden_one: "1 hidden character", "תו נסתר אחד";
    hidden_many: "{n} hidden characters", "{n} תווים נסתרים";
    hidden_note: "The answer contains {count}: {kinds}. It may not read as it looks.", "בתשובה יש {count}: {kinds}. ייתכן שהיא נקראת אחרת משהיא נראית.";
    clear: "Clear", "ניקוי";
    cleared: "Everything typed was cleared from this browser.", "כל מה שהוקלד נמחק מהדפדפן.";
    undo: "Undo", "ביטול";
    example_dropped: "The example’s sources and facts were removed: they are not about this answer.", "המקורות והנתונים של הדוגמה הוסרו: הם אינם עוסקים בתשובה הזאת.";
    examples: "Examples", "דוגמאות";
    example_property: "A property’s quarter", "רבעון של נכס (אנגלית)";
    example_retail: "A retailer’s year", "שנה של רשת קמעונאית (אנגלית)";
    example_hebrew: "Real estate, in Hebrew", "דוח נדל״ן";
    example_property_text: "Running text and a table of facts", "טקסט רציף וטבלת עובדות";
    example_retail_text: "An annual table in millions", "טבלה שנתית במיליונים";
    example_hebrew_text: "Right to left, with ₪ and millions", "מימין לשמאל, עם ₪ ומיליונים";
    empty_title: "Which numbers in this answer are right?", "אילו מספרים בתשובה הזאת נכונים?";
    empty_text: "Paste what a language model wrote, add the sources it should agree with, and see each claim marked in place. Or start with an example:", "הדביקו את מה שכתב מודל שפה, הוסיפו את מה שעליו התשובה צריכה להישען, וראו כל טענה מסומנת במקומה. או התחילו בדוגמה:";
    context: "Question, scope, confidence", "שאלה, היקף, ביטחון";
    question: "Question", "שאלה";
    question_hint: "What was asked", "מה נשאל";
    entity: "Entity", "ישות";
    entity_hint: "Only this property’s or company’s facts apply", "רק העובדות של הנכס או החברה האלה";
    period: "Period", "תקופה";
    period_hint: "Such as Q3 2024", "למשל Q3 2024 (רבעון שלישי)";
    confidence: "The model’s confidence", "ביטחון המודל";
    confidence_hint: "From 0 to 1", "בין 0 ל־1";

    // Claims.
    claims: "Claims", "טענות";
    claims_keys: "↑ ↓ to move · Enter to open · ? for keys", "↑ ↓ מעבר · Enter פתיחה · ? מקשים";
    claims_none: "No claims found yet.", "עוד לא נמצאו טענות.";
    claims_nothing: "No amounts, percentages, dates, ratios or numbers in this answer, so there is nothing these checks can say about it.", "אין בתשובה סכומים, אחוזים, תאריכים, יחסים או מספרים, ולכן הבדיקות האלה אינן יכולות לומר עליה דבר.";
    replace_with: "replace with {text}", "החלפה ב־{text}";
    replaced: "Replaced by {text}.", "הוחלף ב־{text}.";
    off_by: "{n} % off", "סטייה של \u{2066}{n} %\u{2069}";
    findings: "Findings", "ממצאים";
    by_status: "Claims by status", "טענות לפי מצב";
    as_table: "As a table", "כטבלה";
    kind: "Kind", "סוג";
    total: "Total", "סך הכול";
    chart_label: "Claims by status: {counts}.", "טענות לפי מצב: {counts}.";

    // Evidence.
    evidence: "Evidence", "ראיות";
    evidence_hint: "Click a marked claim, or move through the list with ↑ ↓, to see what it rests on.", "לחצו על טענה מסומנת, או עברו ברשימה עם ↑ ↓, כדי לראות על מה היא נשענת.";
    evidence_none: "No passage and no fact to show for this claim.", "אין קטע או עובדה להציג לטענה הזאת.";
    answer_says: "In the answer", "בתשובה";
    source_says: "In the source", "במקור";
    facts_say: "In the facts", "בעובדות";
    derivation: "How it follows", "איך זה נובע";
    confidence_status: "confidence {n}", "ביטחון {n}";
    likely: "{n} % likely right", "סיכוי של \u{2066}{n}%\u{2069} שזה נכון";
    places: "Places to look at", "מקומות לבדיקה";
    place_share_means: "how much of the claim’s wording points here, among all places", "עד כמה ניסוח הטענה מצביע לכאן, מבין כל המקומות";
    place_own: "The answer’s own figures", "מספרים מהתשובה עצמה";
    accept: "Accept", "אישור";
    accept_value: "Accept {value}, as in {place}", "אישור {value}, לפי {place}";
    undo_accept: "Undo accepting {value}", "ביטול האישור של {value}";
    accepted_value: "Accepted: {value}.", "אושר: {value}.";
    accept_undone: "To be checked again: {value}.", "שוב לבדיקה: {value}.";
    show_whole: "Show the whole source", "הצגת המקור כולו";
    passage_of: "Passage of {source}", "קטע מתוך {source}";
    legend_right: "the value in the source", "הערך במקור";
    legend_wrong: "same figure, something else", "אותו מספר, דבר אחר";
    legend_looked: "the place you are looking at", "המקום שבו אתם מעיינים";
    legend_place: "a place to look at", "מקום לבדיקה";
    legend_basis: "also considered", "נשקל גם כן";
    facts_cited: "Facts", "עובדות";

    // Sources and facts.
    sources: "Sources", "מקורות";
    sources_empty: "No sources yet. Add one, or drop text files anywhere on this page.", "עוד אין מקורות. הוסיפו אחד, או גררו קובצי טקסט לכל מקום בדף.";
    add_source: "Add a source", "הוספת מקור";
    pick_files: "Choose files", "בחירת קבצים";
    drop_hint: "or drop them anywhere", "או גררו לכל מקום";
    drop_here: "Drop files to add them as sources: text, PDF, XLSX, DOCX", "שחררו קבצים כדי להוסיף אותם כמקורות: טקסט, PDF, ‏XLSX, ‏DOCX";
    source_id: "Id of the source", "מזהה המקור";
    source_title: "Title of source {id}", "כותרת המקור {id}";
    source_text: "Text of source {id}", "הטקסט של המקור {id}";
    source_text_hint: "Paste the text. Tables may be pipes, Markdown, CSV or HTML.", "הדביקו את הטקסט. טבלאות אפשר בקווים אנכיים, Markdown, CSV או HTML.";
    has_error: "has an error", "יש כאן שגיאה";
    untitled: "Untitled", "ללא כותרת";
    remove_source: "Remove source {id}", "הסרת המקור {id}";
    source_removed: "Source {id} was removed.", "המקור {id} הוסר.";
    file_reading: "Reading {name}…", "קורא את {name}…";
    files_added: "Added: {names}.", "נוספו: {names}.";
    file_not_read: "Not added:", "לא נוסף:";
    dismiss: "Dismiss", "סגירת ההודעה";
    facts: "Facts", "עובדות";
    facts_label: "Facts as CSV, the first line names the columns", "עובדות כ־CSV, השורה הראשונה היא שמות העמודות";
    facts_hint: "entity, metric, period, value, unit – or one row a period with a column for each metric.", "העמודות: entity, metric, period, value, unit – או שורה לכל תקופה ועמודה לכל מדד.";
    facts_pick: "Choose a CSV file", "בחירת קובץ CSV";
    stored_facts: "Stored facts", "עובדות שמורות";
    stored_all: "Every entity", "כל הישויות";
    stored_periods: "Every period", "כל התקופות";
    stored_use: "Use these", "שימוש באלה";
    stored_used: "Stored facts in use: {name}.", "בשימוש עובדות שמורות: {name}.";
    token: "Token", "אסימון";
    token_hint: "This server asks for a token; whoever runs it has one for you. It is kept until this tab is closed.", "השרת הזה מבקש אסימון; מי שמפעיל אותו ייתן לכם אחד. הוא נשמר עד שהלשונית נסגרת.";
    token_refused: "The server does not know this token. It is kept until this tab is closed.", "השרת אינו מכיר את האסימון הזה. הוא נשמר עד שהלשונית נסגרת.";
    token_use: "Use this token", "שימוש באסימון";
    facts_one: "1 fact", "עובדה אחת";
    facts_many: "{n} facts", "{n} עובדות";
    facts_more: "and {n} more", "ועוד {n}";
    facts_none: "No facts. Each would be a value known for sure: it counts more than a source.", "אין עובדות. כל אחת היא ערך ידוע בוודאות, ומשקלה גדול משל מקור.";
    fact_metric: "Metric", "מדד";
    fact_value: "Value", "ערך";
    fact_unit: "Unit", "יחידה";
    line: "line {n}", "שורה {n}";

    // Settings.
    settings_intro: "These change how strictly answers are checked. They are kept in this browser.", "ההגדרות קובעות כמה קפדנית הבדיקה. הן נשמרות בדפדפן הזה.";
    settings_dropped: "The settings kept in this browser could not be used; the defaults apply.", "לא ניתן היה להשתמש בהגדרות שנשמרו בדפדפן הזה; חלות הגדרות ברירת המחדל.";
    settings_not_kept: "The settings could not be kept in this browser: they apply until you reload.", "לא ניתן היה לשמור את ההגדרות בדפדפן הזה: הן חלות עד לטעינה מחדש.";
    locale: "Language and region of the answer", "השפה והאזור של התשובה";
    locale_auto: "Read off the answer", "לפי התשובה עצמה";
    locale_en_us: "English, month first (en-US)", "אנגלית, חודש תחילה (en-US)";
    locale_en_gb: "English, day first (en-GB)", "אנגלית, יום תחילה (en-GB)";
    locale_he: "Hebrew (he)", "עברית (he)";
    locale_de: "German (de)", "גרמנית (de)";
    locale_fr: "French (fr)", "צרפתית (fr)";
    locale_help: "Decides the order of day and month, and the language of the reasons.", "קובע את סדר היום והחודש ואת שפת ההסברים.";
    tolerance: "Tolerance", "סטייה מותרת";
    tolerance_usual: "Standard", "רגילה";
    tolerance_strict: "Strict: rounding only", "קפדנית: עיגול בלבד";
    tolerance_own: "Custom", "מותאמת אישית";
    tolerance_help: "A value that is off by less is supported, but shown as “within tolerance”. Strict sets the four tolerances below to 0.", "ערך שסוטה בפחות מכך נתמך, אך מסומן „בטווח המותר”. האפשרות הקפדנית קובעת 0 לארבע הסטיות שלמטה.";
    reset_all: "Reset all", "איפוס הכול";
    reset_one: "Back to {value}", "חזרה ל־{value}";
    export: "Export", "ייצוא";
    import: "Import", "ייבוא";
    imported: "Settings imported.", "ההגדרות יובאו.";
    reset_done: "Settings are back at their defaults.", "ההגדרות חזרו לברירת המחדל.";
    not_imported: "Not imported:", "לא יובא:";
    not_applied: "Not applied; the value before it stays.", "לא הוחל; הערך הקודם נשאר.";
    switch_on: "on", "פעיל";
    switch_off: "off", "כבוי";

    // Keys.
    keys: "Keys", "מקשים";
    key_move: "Next or previous claim", "הטענה הבאה או הקודמת";
    key_open: "Open its evidence", "פתיחת הראיות";
    key_back: "Back to the list", "חזרה לרשימה";
    key_replace: "Replace with the value in the source", "החלפה בערך שבמקור";
    key_accept: "Accept a claim marked “check this”", "אישור טענה שמסומנת „לבדיקה”";
    key_ends: "First or last claim", "הטענה הראשונה או האחרונה";
    key_help: "These keys", "המקשים האלה";
}
