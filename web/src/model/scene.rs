//! A picture as shapes, in CSS pixels and in words of the style sheet: what a chart is before anything draws it.

/// Across and down from the top corner where reading starts.
pub type Point = (f64, f64);

/// A colour by what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Text.
    Text,
    /// Text beside text.
    Muted,
    /// Thin lines behind figures.
    Grid,
    /// Figures without a risk.
    Accent,
    /// High risk.
    High,
    /// Medium risk.
    Medium,
    /// Low risk.
    Low,
    /// What it is drawn on.
    Paper,
    /// The whole that a bar is a part of.
    Track,
}

impl Ink {
    /// Its name in the style sheet, where it is six digits.
    pub fn variable(self) -> &'static str {
        match self {
            Ink::Text => "--ink",
            Ink::Muted => "--muted",
            Ink::Grid => "--line",
            Ink::Accent => "--accent",
            Ink::High => "--contradicted",
            Ink::Medium => "--unsupported",
            Ink::Low => "--supported",
            Ink::Paper => "--surface",
            Ink::Track => "--unverifiable-tint",
        }
    }
}

/// Which part of a text stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Where reading starts.
    Start,
    /// Its middle.
    Middle,
    /// Where reading ends.
    End,
}

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A filled rectangle.
    Bar {
        /// A corner.
        from: Point,
        /// The corner across.
        to: Point,
        /// Its colour.
        ink: Ink,
    },
    /// A line through points.
    Stroke {
        /// At least two.
        points: Vec<Point>,
        /// Its colour.
        ink: Ink,
        /// How thick.
        width: f64,
        /// 1 hides what is under it.
        opacity: f64,
    },
    /// A filled circle.
    Dot {
        /// Its middle.
        at: Point,
        /// Its radius.
        radius: f64,
        /// Its colour.
        ink: Ink,
    },
    /// A text, its middle line at the point's height.
    Words {
        /// Where.
        at: Point,
        /// One line.
        text: String,
        /// Its colour.
        ink: Ink,
        /// Its height.
        size: f64,
        /// Whether it is bold.
        bold: bool,
        /// What stands at the point.
        anchor: Anchor,
        /// How wide it may be; what is longer ends in an ellipsis.
        most: f64,
    },
}

/// The text of most labels.
pub const LABEL: f64 = 12.0;

/// A picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// In CSS pixels.
    pub width: f64,
    /// In CSS pixels.
    pub height: f64,
    /// In the order they are drawn.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// An empty picture of this size.
    pub fn new(width: f64, height: f64) -> Scene {
        Scene { width, height, shapes: Vec::new() }
    }

    /// Adds a filled rectangle.
    pub fn bar(&mut self, from: Point, to: Point, ink: Ink) {
        self.shapes.push(Shape::Bar { from, to, ink });
    }

    /// Adds a line.
    pub fn stroke(&mut self, points: Vec<Point>, ink: Ink, width: f64) {
        self.shapes.push(Shape::Stroke { points, ink, width, opacity: 1.0 });
    }

    /// Adds a label.
    pub fn label(&mut self, at: Point, text: impl Into<String>, ink: Ink, anchor: Anchor) {
        self.words(at, text, ink, anchor, LABEL, false, f64::INFINITY);
    }

    /// Adds a text.
    #[expect(clippy::too_many_arguments, reason = "one call for each text, and none of them is optional")]
    pub fn words(
        &mut self,
        at: Point,
        text: impl Into<String>,
        ink: Ink,
        anchor: Anchor,
        size: f64,
        bold: bool,
        most: f64,
    ) {
        self.shapes.push(Shape::Words { at, text: text.into(), ink, size, bold, anchor, most });
    }

    /// Adds a bar with the lines that tell its risk without colour: high crossed, medium slanted, low plain.
    pub fn hatched(&mut self, from: Point, to: Point, ink: Ink) {
        self.bar(from, to, ink);
        let lines = match ink {
            Ink::High => {
                let mut lines = slanted(from, to, false);
                lines.extend(slanted(from, to, true));
                lines
            }
            Ink::Medium => slanted(from, to, false),
            _ => Vec::new(),
        };
        let lines = lines.into_iter().map(|line| Shape::Stroke {
            points: line.to_vec(),
            ink: Ink::Paper,
            width: 2.0,
            opacity: 0.45,
        });
        self.shapes.extend(lines);
    }

    /// Adds a dashed line.
    pub fn dashed(&mut self, points: &[Point], ink: Ink, width: f64) {
        for dash in dashes(points, 6.0, 4.0) {
            self.stroke(dash, ink, width);
        }
    }

    /// The same picture for a page that reads from right to left. Texts turn by themselves: their anchors are where reading starts.
    #[must_use]
    pub fn mirrored(mut self) -> Scene {
        let width = self.width;
        self.each_point(|point| point.0 = width - point.0);
        for shape in &mut self.shapes {
            if let Shape::Bar { from, to, .. } = shape {
                std::mem::swap(&mut from.0, &mut to.0);
            }
        }
        self
    }

    /// The same picture, all of it further along.
    #[must_use]
    pub fn moved(mut self, along: f64) -> Scene {
        self.each_point(|point| point.0 += along);
        self
    }

    fn each_point(&mut self, change: impl Fn(&mut Point)) {
        for shape in &mut self.shapes {
            match shape {
                Shape::Bar { from, to, .. } => [from, to].into_iter().for_each(&change),
                Shape::Stroke { points, .. } => points.iter_mut().for_each(&change),
                Shape::Dot { at, .. } | Shape::Words { at, .. } => change(at),
            }
        }
    }

    /// Puts another picture on top of this one, which moves down by its height.
    #[must_use]
    pub fn under(mut self, head: Scene) -> Scene {
        let by = head.height;
        self.each_point(|point| point.1 += by);
        self.height += by;
        self.shapes.extend(head.shapes);
        self
    }
}

/// Lines at 45°, cut off at the rectangle's edges.
fn slanted((left, top): Point, (right, bottom): Point, back: bool) -> Vec<[Point; 2]> {
    let step = 8.0;
    let (width, height) = (right - left, bottom - top);
    let mirror = |x: f64| if back { right - (x - left) } else { x };
    let mut lines = Vec::new();
    let mut d = step;
    // A picture is a few hundred pixels wide.
    while d < width + height && lines.len() < 500 {
        let from = if d <= height { (left, top + d) } else { (left + d - height, bottom) };
        let to = if d <= width { (left + d, top) } else { (right, top + d - width) };
        lines.push([(mirror(from.0), from.1), (mirror(to.0), to.1)]);
        d += step;
    }
    lines
}

/// The line in pieces.
fn dashes(points: &[Point], on: f64, off: f64) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<Point> = points.first().copied().into_iter().collect();
    let (mut drawing, mut left) = (true, on);
    for pair in points.windows(2) {
        let [mut from, to] = [pair[0], pair[1]];
        loop {
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            if length < left {
                left -= length;
                if drawing {
                    piece.push(to);
                }
                break;
            }
            let part = left / length.max(f64::MIN_POSITIVE);
            from = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            if drawing {
                piece.push(from);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![from];
            }
            drawing = !drawing;
            left = if drawing { on } else { off };
        }
    }
    if drawing && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

/// Round values from 0 to at least `most`, at most `count` steps apart.
pub fn ticks(most: u64, count: u64) -> Vec<u64> {
    let raw = most.max(1).div_ceil(count.max(1));
    let mut unit = 1_u64;
    while unit.saturating_mul(10) <= raw {
        unit *= 10;
    }
    let step = [1, 2, 5, 10].into_iter().map(|n| unit.saturating_mul(n)).find(|step| *step >= raw).unwrap_or(raw);
    let steps = most.max(1).div_ceil(step);
    (0..=steps).map(|i| i.saturating_mul(step)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_over_the_most() {
        assert_eq!(ticks(4, 4), [0, 1, 2, 3, 4]);
        assert_eq!(ticks(0, 4), [0, 1]);
        assert_eq!(ticks(23_417, 4), [0, 10_000, 20_000, 30_000]);
        assert_eq!(ticks(17, 4), [0, 5, 10, 15, 20]);
        assert!(ticks(u64::MAX, 4).len() <= 6);
    }

    #[test]
    fn a_dashed_line_is_on_and_off_around_corners() {
        let pieces = dashes(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], 6.0, 2.0);
        assert_eq!(pieces[0], [(0.0, 0.0), (6.0, 0.0)]);
        assert_eq!(pieces[1], [(8.0, 0.0), (10.0, 0.0), (10.0, 4.0)]);
        assert_eq!(pieces[2], [(10.0, 6.0), (10.0, 10.0)]);
        assert!(dashes(&[(0.0, 0.0)], 6.0, 2.0).is_empty());
        assert!(dashes(&[(1.0, 1.0), (1.0, 1.0)], 6.0, 2.0).len() <= 1);
    }

    #[test]
    fn mirrored_and_moved_shapes_stay_in_the_picture() {
        let mut scene = Scene::new(100.0, 50.0);
        scene.hatched((10.0, 5.0), (30.0, 50.0), Ink::High);
        scene.label((10.0, 2.0), "2", Ink::Text, Anchor::Start);
        let mirrored = scene.clone().mirrored();
        assert_eq!(mirrored.shapes[0], Shape::Bar { from: (70.0, 5.0), to: (90.0, 50.0), ink: Ink::High });
        assert_eq!(mirrored.clone().mirrored(), scene);
        let below = scene.under(Scene::new(100.0, 20.0));
        assert_eq!(below.height, 70.0);
        assert_eq!(below.shapes[0], Shape::Bar { from: (10.0, 25.0), to: (30.0, 70.0), ink: Ink::High });
    }

    #[test]
    fn hatching_stays_inside_and_differs_by_risk() {
        let lines = |ink| {
            let mut scene = Scene::new(100.0, 100.0);
            scene.hatched((10.0, 20.0), (50.0, 90.0), ink);
            scene.shapes.split_off(1)
        };
        assert!(lines(Ink::Low).is_empty());
        assert!(lines(Ink::High).len() > lines(Ink::Medium).len());
        for shape in lines(Ink::High) {
            let Shape::Stroke { points, .. } = shape else { panic!("only lines") };
            assert!(points.iter().all(|(x, y)| (10.0..=50.0).contains(x) && (20.0..=90.0).contains(y)), "{points:?}");
        }
    }
}
