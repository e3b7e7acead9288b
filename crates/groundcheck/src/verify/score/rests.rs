//! What a number that is computed from others of its answer rests on: it is no surer than they are.

use super::decision::Known;
use super::shares;
use crate::verify::candidate::written::Written;

/// A way in which the claimed value comes about.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Its share of all that give the value.
    pub share: f64,
    /// The numbers of the answer that it takes, by their first bytes.
    pub numbers: Vec<u32>,
}

/// How likely a claim is right: by itself `own`, and in the ways in which its value comes about no likelier than the numbers that these
/// take, as `of` knows them.
pub fn no_surer(own: f64, ways: &[Way], of: impl Fn(u32) -> Option<f64>) -> f64 {
    let least = |way: &Way| way.numbers.iter().filter_map(|at| of(*at)).fold(1.0, f64::min);
    let all: f64 = ways.iter().map(|way| way.share).sum();
    let rests: f64 = ways.iter().map(|way| way.share * least(way)).sum();
    if all > 0.0 { own.min(rests / all) } else { own }
}

impl Known<'_, '_, '_> {
    /// The ways in which the claimed value comes about; none where nothing gives it.
    pub(crate) fn ways(&self) -> Vec<Way> {
        if self.about.written == Written::Holds {
            return vec![Way { share: 1.0, numbers: self.written_from.to_vec() }];
        }
        let printed = self.look_ups.iter().filter(|l| l.comparable && l.agreement.holds());
        let printed = printed.map(|l| (l.score, Vec::new()));
        let computed = self.computed.formulas.iter().filter(|f| f.agreement.holds()).map(|f| {
            let operands = f.among(&self.computed.operands);
            // What the sources print as the answer tells it rests on them.
            let told = operands.filter(|operand| operand.look_up.is_none());
            let numbers = told.filter_map(|operand| Some(operand.own?.at));
            (f.score, numbers.collect())
        });
        let all: Vec<(i32, Vec<u32>)> = printed.chain(computed).collect();
        let shares = shares(all.iter().map(|(score, _)| *score));
        all.into_iter().zip(shares).map(|((_, numbers), share)| Way { share, numbers }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_no_surer_than_its_operands() {
        let way = |share, numbers: &[u32]| Way { share, numbers: numbers.to_vec() };
        let of = |at| if at == 7 { Some(0.2) } else { None };
        for (own, ways, expected) in [
            (0.99, vec![], 0.99),
            (0.99, vec![way(0.5, &[])], 0.99),
            (0.99, vec![way(0.5, &[7])], 0.2),
            (0.1, vec![way(0.5, &[7])], 0.1),
            (0.99, vec![way(0.3, &[7]), way(0.1, &[1])], 0.4),
        ] {
            assert!((no_surer(own, &ways, of) - expected).abs() < 1e-9, "{ways:?}");
        }
    }
}
