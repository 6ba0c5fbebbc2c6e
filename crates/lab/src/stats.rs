//! Shares, means and differences with intervals around them.
#![expect(clippy::float_arithmetic, reason = "statistics, not rules")]
#![expect(clippy::cast_precision_loss, reason = "counts stay far below what a double can count")]

/// The two-sided 95 in 100 point of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// A number and the interval that holds the true one in 95 of 100 studies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn reach(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a number lies inside.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A share by Wilson's interval, which stays sound near none and near all.
pub fn share(hits: u64, of: u64) -> Estimate {
    if of == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (hits, of) = (hits as f64, of as f64);
    let value = hits / of;
    let middle = value + Z * Z / (2.0 * of);
    let reach = Z * (value * (1.0 - value) / of + Z * Z / (4.0 * of * of)).sqrt();
    let scale = 1.0 + Z * Z / of;
    // A share of nothing or of everything ends exactly there; rounding must not push the end beyond it.
    let low = if hits == 0.0 { 0.0 } else { ((middle - reach) / scale).max(0.0) };
    let high = if hits >= of { 1.0 } else { ((middle + reach) / scale).min(1.0) };
    Estimate { value, low, high }
}

/// Count, mean and spread of numbers, taken in one by one.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Moments {
    /// How many.
    pub count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Takes a number in.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// The mean.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of what the numbers are drawn from.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The mean with Student's interval.
    pub fn estimate(&self) -> Estimate {
        if self.count < 2 {
            return Estimate { value: self.mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let reach = student(self.count - 1) * (self.variance() / self.count as f64).sqrt();
        Estimate { value: self.mean, low: self.mean - reach, high: self.mean + reach }
    }
}

/// The two-sided 95 in 100 point of Student's distribution, by Fisher's expansion around the normal one; exact for one
/// and two degrees of freedom, where the expansion is poor.
pub fn student(freedom: u64) -> f64 {
    match freedom {
        0 => return f64::INFINITY,
        1 => return 12.706_204_736,
        2 => return 4.302_652_730,
        _ => {}
    }
    let (v, z) = (freedom as f64, Z);
    let (z3, z5, z7, z9) = (z.powi(3), z.powi(5), z.powi(7), z.powi(9));
    z + (z3 + z) / (4.0 * v)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * v.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * v.powi(3))
        + (79.0 * z9 + 776.0 * z7 + 1482.0 * z5 - 1920.0 * z3 - 945.0 * z) / (92_160.0 * v.powi(4))
}

/// The mean of paired differences, each from -1 to 1, with the interval of Bonett and Price: one pair more in each
/// direction keeps it honest where few pairs differ.
pub fn paired(differences: impl IntoIterator<Item = f64>) -> Estimate {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for difference in differences {
        count += 1.0;
        sum += difference;
        squares += difference * difference;
    }
    if count == 0.0 {
        return Estimate { value: 0.0, low: -1.0, high: 1.0 };
    }
    let many = count + 2.0;
    let middle = sum / many;
    let reach = Z * (((squares + 2.0) / many - middle * middle) / many).sqrt();
    Estimate { value: sum / count, low: (middle - reach).max(-1.0), high: (middle + reach).min(1.0) }
}

/// How likely fair dice stray at least so far: the upper tail of the chi-squared distribution.
pub fn chi_squared_tail(statistic: f64, freedom: u64) -> f64 {
    if freedom == 0 || statistic <= 0.0 {
        return 1.0;
    }
    1.0 - lower_gamma(freedom as f64 / 2.0, statistic / 2.0)
}

/// The regularized lower incomplete gamma function: its series, or its continued fraction where that is quicker.
#[expect(clippy::many_single_char_names, reason = "the letters of the formula")]
fn lower_gamma(a: f64, x: f64) -> f64 {
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-15 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return front * sum;
    }
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..1000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        h *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    1.0 - front * h
}

/// The logarithm of the gamma function by Stirling's series, shifted to where it is good.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 0.0);
    while x < 12.0 {
        shift += x.ln();
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = (1.0 / 12.0 - square * (1.0 / 360.0 - square / 1260.0)) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - shift
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these come out exactly")]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "found {found}, expected {expected}");
    }

    #[test]
    fn shares_have_wilsons_intervals() {
        let half = share(50, 100);
        near(half.low, 0.403_83, 1e-5);
        near(half.high, 0.596_17, 1e-5);
        let all = share(10, 10);
        near(all.low, 0.722_47, 1e-5);
        assert_eq!((all.value, all.high), (1.0, 1.0));
        assert_eq!(share(0, 10).low, 0.0);
        assert_eq!((share(0, 0).low, share(0, 0).high), (0.0, 1.0));
    }

    /// The chance that the interval holds the truth, summed over every possible count: close to 95 in 100.
    #[test]
    fn wilsons_intervals_hold_the_truth_as_often_as_they_say() {
        let of = 200_u64;
        for truth in [0.1_f64, 0.3, 0.5, 0.8] {
            let mut covered = 0.0;
            let mut weight = (1.0 - truth).powi(of as i32);
            for hits in 0..=of {
                if share(hits, of).holds(truth) {
                    covered += weight;
                }
                weight *= (of - hits) as f64 / (hits + 1) as f64 * truth / (1.0 - truth);
            }
            assert!((0.93..0.97).contains(&covered), "{truth}: {covered}");
        }
    }

    #[test]
    fn students_points_are_those_of_the_tables() {
        for (freedom, expected) in
            [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)]
        {
            near(student(freedom), expected, 0.002);
        }
    }

    #[test]
    fn means_and_spreads() {
        let mut moments = Moments::default();
        (1..=5).for_each(|value| moments.add(f64::from(value)));
        let mean = moments.estimate();
        near(mean.value, 3.0, 1e-12);
        near(moments.variance(), 2.5, 1e-12);
        near(mean.high - 3.0, 2.7764 * (0.5_f64).sqrt(), 0.003);
    }

    /// Ten pairs for, four against, of a hundred: the interval of the published formula.
    #[test]
    fn paired_differences() {
        let pairs = (0..100).map(|pair| {
            if pair < 10 {
                1.0
            } else if pair < 14 {
                -1.0
            } else {
                0.0
            }
        });
        let difference = paired(pairs);
        near(difference.value, 0.06, 1e-12);
        let (for_, against) = (11.0 / 102.0, 5.0 / 102.0);
        let (middle, spread): (f64, f64) = (for_ - against, for_ + against);
        let reach = Z * ((spread - middle * middle) / 102.0).sqrt();
        near(difference.low, middle - reach, 1e-12);
        near(difference.high, middle + reach, 1e-12);
        let same = paired((0..1000).map(|_| 0.0));
        assert_eq!(same.value, 0.0);
        assert!(same.high > 0.0 && same.high < 0.003 && same.holds(0.0));
    }

    #[test]
    fn tails_are_those_of_the_tables() {
        near(chi_squared_tail(3.841_459, 1), 0.05, 1e-6);
        near(chi_squared_tail(11.0705, 5), 0.05, 1e-5);
        near(chi_squared_tail(16.8119, 6), 0.01, 1e-5);
        near(chi_squared_tail(2.0, 2), (-1.0_f64).exp(), 1e-9);
        assert_eq!(chi_squared_tail(0.0, 5), 1.0);
    }
}
