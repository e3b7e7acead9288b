//! Words around names, and words in capitals that are none. In lower case, English and Hebrew.

/// Words before a person's name.
pub(crate) const TITLES: &[&str] = &[
    "mr",
    "mrs",
    "ms",
    "miss",
    "mx",
    "dr",
    "prof",
    "professor",
    "sir",
    "dame",
    "rev",
    "reverend",
    "rabbi",
    "imam",
    "judge",
    "justice",
    "captain",
    "capt",
    "colonel",
    "lieutenant",
    "lt",
    "sergeant",
    "sgt",
    "admiral",
    "senator",
    "sen",
    "governor",
    "gov",
    "mayor",
    "messrs",
    "cllr",
    "councillor",
    "canon",
    "alderman",
    "sister",
    "lord",
    "lady",
    "signora",
    "signor",
    "frau",
    "herr",
    "madame",
    "monsieur",
];

/// What names of companies, institutions and places end or begin with.
pub(crate) const DESIGNATORS: &[&str] = &[
    "inc",
    "corp",
    "corporation",
    "ltd",
    "llc",
    "llp",
    "plc",
    "gmbh",
    "university",
    "college",
    "hospital",
    "institute",
    "museum",
    "academy",
    "foundation",
    "holdings",
    "brothers",
    "abbey",
    "castle",
    "cathedral",
    "church",
    "hotel",
    "airport",
    "river",
    "lake",
    "mount",
    "island",
    "street",
    "avenue",
    "road",
    "lane",
    "county",
];

/// Terms in capitals that no dictionary has.
pub(crate) const TERMS: &[&str] = &[
    "celsius",
    "fahrenheit",
    "kelvin",
    "english",
    "hindi",
    "urdu",
    "mandarin",
    "cantonese",
    "latin",
    "christ",
    "medicaid",
    "medicare",
    "nazi",
    "nazism",
    "licensor",
    "franchisor",
    "grantor",
    "grantee",
    "majeure",
    "amortisation",
    "capitalisation",
    "stakeholder",
    "onboarding",
    "endocrinologist",
    "oncologist",
    "ebitda",
    "ebit",
    "capex",
    "opex",
    "roi",
    "eps",
    "ceo",
    "cfo",
    "cto",
    "coo",
    "cio",
    "phd",
    "wifi",
    "bluetooth",
    "bash",
    "powershell",
    "sql",
    "html",
    "css",
    "pdf",
    "csv",
    "json",
    "app",
    "apps",
    "email",
    "emails",
    "online",
    "internet",
    "covid",
    "ii",
    "iii",
    "iv",
    "jr",
    "sr",
];

/// What may stand between the words of a name; `the` only behind `of`.
pub(crate) const CONNECTORS: &[&str] =
    &["of", "de", "da", "del", "della", "di", "du", "van", "von", "der", "den", "la", "le", "al", "bin", "ibn"];

/// Words that only English has, by which a sentence is seen to be English: other languages write nouns in capitals, too.
pub(crate) const ENGLISH: &[&str] = &[
    "the", "and", "by", "with", "from", "that", "are", "his", "her", "their", "its", "who", "which", "have", "it",
    "this", "she", "they", "will", "been", "but", "when", "into", "about", "after", "before", "says", "said", "for",
    "would", "how", "what", "did", "does",
];

/// What is done to a button or a menu, whose name follows.
pub(crate) const PRESSED: &[&str] = &[
    "click", "select", "press", "choose", "tap", "open", "enter", "type", "run", "called", "titled", "labeled",
    "labelled",
];

/// Short forms of first names that begin with another letter.
pub(crate) const NICKNAMES: &[&str] = &[
    "bob", "bobby", "bill", "billy", "dick", "jack", "peggy", "betty", "beth", "liz", "ted", "ned", "nell", "polly",
    "hank", "harry",
];

/// Hebrew words before a name.
pub(crate) const HEBREW_TITLES: &[&str] =
    &["מר", "גברת", "גב'", "ד\"ר", "פרופ'", "פרופסור", "ח\"כ", "עיריית", "אוניברסיטת", "קיבוץ"];

/// Hebrew words that stand behind such a word and name nobody.
pub(crate) const NO_HEBREW_NAMES: &[&str] = &["מאוד", "מדי", "מאד", "מומחה", "מומחית", "מטעם", "בכיר", "בכירה"];
