use crate::Severity;
use crate::named::named;

named! {
    /// The eight kinds of alerts (document 3, "Hallucination Types").
    AlertType:
    PhantomStatement "phantom_statement" "more parts than the document can hold, or parts on pages that it does not have";
    FabricatedBank "fabricated_bank" "a name that neither the document nor a list of known names has";
    InvalidPageRange "invalid_page_range" "a range of pages that no document can have";
    ImpossibleDates "impossible_dates" "dates that cannot be, or cannot be a document's";
    NonsensicalAccount "nonsensical_account" "an account number of a form that no bank gives";
    DuplicateBoundaries "duplicate_boundaries" "parts that cover the same pages";
    MissingContent "missing_content" "a record of a document that says next to nothing";
    InconsistentData "inconsistent_data" "fields of one record that contradict each other or their profile";
}

named! {
    /// What a caller should take in place of what was refused (document 3, "Rejection Actions").
    Fallback:
    PatternMatching "pattern_matching" "find the parts by patterns in the text, without a model";
    LeaveEmpty "leave_empty" "leave the field empty for a person to fill in";
    AskAgain "ask_again" "ask the model again: what it returned does not match the profile";
}

named! {
    /// What a value was compared with.
    CheckedAgainst:
    Document "document" "the document's pages and text";
    Record "record" "other fields of the same record";
    KnownNames "known_names" "the lists of known names and the document's text";
    Calendar "calendar" "the calendar and the day that the request names";
    Profile "profile" "what the profile says of the field";
}

/// One row a rule: its type, its severity, how sure it is (0 to 1), what it compares with, and what it says.
macro_rules! rules {
    ($($variant:ident $text:literal: $type:ident $severity:ident $sure:literal $against:ident, $meaning:literal;)+) => {
        named! {
            /// The rule that an alert broke. Stable once shipped; a type of alert has several.
            RecordRule: $($variant $text $meaning;)+
        }

        impl RecordRule {
            /// The type of its alerts.
            #[must_use]
            pub fn alert_type(self) -> AlertType {
                match self { $(RecordRule::$variant => AlertType::$type,)+ }
            }

            /// How grave it is.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(RecordRule::$variant => Severity::$severity,)+ }
            }

            /// How sure it is that what it flags is wrong, 0 to 1.
            #[must_use]
            pub fn confidence(self) -> f64 {
                match self { $(RecordRule::$variant => $sure,)+ }
            }

            /// What it compares with.
            #[must_use]
            pub fn against(self) -> CheckedAgainst {
                match self { $(RecordRule::$variant => CheckedAgainst::$against,)+ }
            }
        }
    };
}

// The one place where severities stand: document 3, "Hallucination Types" and "Severity Classification". Where its prose and its
// code differ, the code wins: a part that begins behind the last page is high, more parts than pages critical.
rules! {
    MorePartsThanPages "more_parts_than_pages": PhantomStatement Critical 1.0 Document, "there are more parts than pages";
    PartBeyondDocument "part_beyond_document": PhantomStatement High 1.0 Document, "the part begins after the last page";
    MorePartsThanFilledPages "more_parts_than_filled_pages": PhantomStatement High 0.9 Document,
        "there are more parts than pages with any text";

    UnknownName "unknown_name": FabricatedBank High 0.9 KnownNames,
        "neither the document nor a list of known names has the name";
    KnownNameElsewhere "known_name_elsewhere": FabricatedBank Low 0.5 KnownNames,
        "the name is a known one, but the document does not have it";

    StartAfterEnd "start_after_end": InvalidPageRange High 1.0 Record, "the part ends before it begins";
    PageBeforeFirst "page_before_first": InvalidPageRange High 1.0 Document, "pages count from 1";
    EndBeyondDocument "end_beyond_document": InvalidPageRange High 1.0 Document, "the part ends after the last page";

    FutureYear "future_year": ImpossibleDates High 1.0 Calendar, "the year is in the future";
    HistoricalYear "historical_year": ImpossibleDates Medium 0.9 Calendar, "the year is too long ago";
    NoSuchDay "no_such_day": ImpossibleDates High 1.0 Calendar, "no calendar has this day";
    EndsBeforeStart "ends_before_start": ImpossibleDates High 1.0 Record, "the period ends before it begins";
    LongPeriod "long_period": ImpossibleDates Low 0.6 Profile, "the period is longer than is usual";
    NoDate "no_date": ImpossibleDates Medium 0.8 Calendar, "no date can be read";

    PlaceholderAccount "placeholder_account": NonsensicalAccount High 1.0 Profile,
        "the account number is a placeholder";
    MaskedAccount "masked_account": NonsensicalAccount High 0.9 Document,
        "the account number is masked, and not as the document has it";
    AccountLength "account_length": NonsensicalAccount Medium 0.9 Profile, "the account number has an unusual length";
    AccountCharacters "account_characters": NonsensicalAccount Medium 0.7 Profile,
        "the account number has characters in places where none has them";

    DuplicateRange "duplicate_range": DuplicateBoundaries Medium 1.0 Record, "another part has the same pages";
    OverlappingRange "overlapping_range": DuplicateBoundaries Medium 0.9 Record, "another part has some of its pages";
    SharedPage "shared_page": DuplicateBoundaries Low 0.5 Record, "it begins on the page that another part ends on";

    DocumentWithoutContent "document_without_content": MissingContent High 1.0 Document,
        "the document has next to no text";
    PartWithoutContent "part_without_content": MissingContent High 0.9 Document, "the pages of the part have no text";

    AccountNotInDocument "account_not_in_document": NonsensicalAccount High 0.9 Document,
        "the document does not print the account number";
    AmountNotInDocument "amount_not_in_document": InconsistentData High 0.9 Document,
        "the document does not print the amount";
    FieldsDisagree "fields_disagree": InconsistentData Low 0.7 Record, "two fields do not go together";
    SumDiffers "sum_differs": InconsistentData High 1.0 Record, "the amount is not the sum of its parts";
    OutOfRange "out_of_range": InconsistentData Medium 0.9 Profile, "the value is out of the range of its field";
    NotAllowed "not_allowed": InconsistentData Medium 0.9 Profile, "the field may not have this value";
    OtherShape "other_shape": InconsistentData Medium 0.8 Profile, "the value is not of its field's form";
    SuspiciousText "suspicious_text": InconsistentData Medium 0.8 Profile, "the text is of a kind that models make up";
}

impl AlertType {
    /// What a caller should take in place of the value.
    #[must_use]
    pub fn fallback(self) -> Fallback {
        match self {
            AlertType::PhantomStatement
            | AlertType::InvalidPageRange
            | AlertType::DuplicateBoundaries
            | AlertType::MissingContent => Fallback::PatternMatching,
            AlertType::FabricatedBank
            | AlertType::ImpossibleDates
            | AlertType::NonsensicalAccount
            | AlertType::InconsistentData => Fallback::LeaveEmpty,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_json() {
        for rule in RecordRule::ALL {
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.as_str());
        }
        for kind in AlertType::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
            assert!(RecordRule::ALL.iter().any(|rule| rule.alert_type() == *kind), "{kind} has a rule");
        }
        for fallback in Fallback::ALL {
            assert_eq!(serde_json::to_value(fallback).unwrap(), fallback.as_str());
        }
    }
}
