//! Sets of kinds of values: most of what a claim's words point at is of another kind, which is seen at once.

use groundcheck_types::ClaimKind;

/// Kinds of values, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Kinds(u8);

impl Kinds {
    /// Every kind.
    pub(crate) const ALL: Kinds = Kinds(u8::MAX);

    /// These kinds.
    pub(crate) const fn of(kinds: &[ClaimKind]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u8;
            at += 1;
        }
        Kinds(bits)
    }

    /// All kinds but these.
    pub(crate) const fn but(kinds: &[ClaimKind]) -> Self {
        Kinds(!Kinds::of(kinds).0)
    }

    /// Whether the kind is among them.
    pub(crate) const fn has(self, kind: ClaimKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    /// Whether a kind is among both.
    pub(crate) const fn meet(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds a kind.
    pub(crate) const fn add(&mut self, kind: ClaimKind) {
        self.0 |= 1 << kind as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in() {
        let money = Kinds::of(&[ClaimKind::Currency, ClaimKind::Number]);
        assert!(money.has(ClaimKind::Number) && !money.has(ClaimKind::Date));
        assert!(money.meet(Kinds::but(&[ClaimKind::Currency])) && !money.meet(Kinds::of(&[ClaimKind::Date])));
        let mut all = Kinds::default();
        assert!(!all.meet(Kinds::ALL));
        all.add(ClaimKind::Statement);
        assert!(all.meet(Kinds::ALL));
    }
}
