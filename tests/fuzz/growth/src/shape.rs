//! Shapes of text: a few pieces one after the other, again and again, as a seed chooses them.

use fastrand::Rng;

const NUMBER: char = '№';

/// What texts are made of. A `№` is another number at each repetition.
const PIECES: &[&str] = &[
    "1",
    "1/",
    "№",
    "№,",
    "№ ",
    "12.5",
    "1,234",
    "1.234,5",
    "-1",
    "(1)",
    "(№)",
    "[1]",
    "[№",
    "½",
    "1 ½",
    "1/2",
    "0",
    "007",
    "1e9",
    "№%",
    "5 %",
    "$1",
    "$№",
    "$1,",
    "€",
    "₪№",
    "£1.2m",
    "$1.5M",
    "USD № ",
    "№ million",
    "three",
    "twenty-one ",
    "one hundred and ",
    "one over ",
    "two thirds of ",
    "twice ",
    "half ",
    "- ",
    "* ",
    "1. ",
    "№) ",
    "• ",
    "# ",
    "## ",
    "> ",
    "**",
    "*",
    "`",
    "```\n",
    "(",
    ")",
    "[",
    "]",
    "{",
    "\"",
    "“",
    "”",
    "'",
    "|",
    "| ",
    " | ",
    "|---|\n",
    "\t",
    ",",
    ";",
    ":",
    ".",
    "…",
    "-",
    "–",
    "—",
    "=",
    "+",
    "×",
    "/",
    "<",
    ">",
    "&",
    "<td>",
    "<tr>",
    "<table>",
    "</table>",
    "<sup>",
    "\n",
    "\n\n",
    "\r\n",
    "  ",
    " ",
    "    ",
    "2024",
    "2024-",
    "2024-01-02",
    "1/2/2024",
    "Q3 2024",
    "Q3 ",
    "March ",
    "March 3, 2024",
    "FY24",
    "10:30",
    "10 am",
    "between 1 and ",
    "from 1 to ",
    "1-2",
    "№ of № ",
    "№ per ",
    "NOI ",
    "revenue ",
    "The rent ",
    "rose by ",
    "fell to ",
    "was ",
    "total ",
    "average ",
    "Marlow ",
    "Ottilie Kubrow ",
    "A",
    "a",
    "x ",
    "and ",
    "or ",
    "of ",
    "not ",
    "no. ",
    "§ 3",
    "ISO 9001",
    "LM4QXD",
    "a@b.c ",
    "http://a.example/",
    "www.",
    "doi:10.1/",
    "[S0]",
    "(Source: S0)",
    "kg",
    "km/h ",
    "°C",
    "hours ",
    "days ",
    "years ",
    "ההכנסה ",
    "עלה ל",
    "שקל ",
    "ב־",
    "3.5 מיליון ",
    "אחוז ",
    "ו",
    "״",
    "年",
    "１",
    "٣",
    "\u{200b}",
    "\u{202e}",
    "é",
    "🙂",
    "\u{301}",
];

/// How often a shape has a piece of each number of them: most have two or three.
const COUNTS: [usize; 8] = [1, 2, 2, 2, 3, 3, 4, 6];

/// A text that is repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape(String);

impl Shape {
    /// Made up.
    pub fn made_up(dice: &mut Rng) -> Shape {
        let count = COUNTS[dice.usize(..COUNTS.len())];
        Shape((0..count).map(|_| PIECES[dice.usize(..PIECES.len())]).collect())
    }

    /// One that is written out.
    pub fn of(text: &str) -> Shape {
        Shape(text.to_owned())
    }

    /// As often as it goes into so many bytes.
    pub fn repeated(&self, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes);
        let mut number = 0_u32;
        loop {
            let from = text.len();
            for (at, part) in self.0.split(NUMBER).enumerate() {
                if at > 0 {
                    number += 1;
                    text += &(number * 7 % 9_973).to_string();
                }
                text += part;
            }
            if text.len() > bytes {
                text.truncate(from);
                return text;
            }
        }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
