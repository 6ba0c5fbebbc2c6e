//! How decisions are written: one declaration gives the enum, its reader and writer, the help, and what it points at.
//!
//! ```
//! use sandtable_kit::{
//!     Pointed, Taken, notation,
//!     notation::{Arg, Notation},
//! };
//!
//! /// The names of a game: whatever its arguments need to be read and written.
//! struct Names(&'static [&'static str]);
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! pub struct Unit(u8);
//!
//! impl Arg<Names> for Unit {
//!     fn write(self, names: &Names, out: &mut String) { out.push_str(names.0[usize::from(self.0)]) }
//!     fn read(text: &str, names: &Names) -> Result<Self, String> {
//!         let known = names.0.iter().position(|name| name.eq_ignore_ascii_case(text));
//!         known.map(|place| Self(place as u8)).ok_or_else(|| format!("there is no unit `{text}`"))
//!     }
//!     fn point(self, at: &mut Pointed) { at.number(self.0.into()) }
//!     fn take(from: &mut Taken<'_>) -> Option<Self> { from.number().map(|number| Self(number as u8)) }
//! }
//!
//! notation! {
//!     /// A decision.
//!     pub enum Action by Names {
//!         /// A unit retreats so far.
//!         Retreat(unit: Unit, hexes: u8) = ["retreat" unit "by" hexes];
//!         /// Nothing more.
//!         Done = ["done"];
//!     }
//! }
//!
//! let names = Names(&["2 Jgr", "2"]);
//! let action = Action::read("Retreat 2 jgr by 3", &names).unwrap();
//! assert_eq!(action, Action::Retreat(Unit(0), 3));
//! assert_eq!(action.write(&names), "retreat 2 Jgr by 3");
//! assert_eq!(Action::forms(), ["retreat UNIT by HEXES", "done"]);
//! assert_eq!(<Action as Notation<Names>>::VERBS[action.ordinal()], "retreat");
//! let misread = Action::read("retreat 5 by 3", &names).unwrap_err();
//! assert_eq!(misread.to_string(), "there is no unit `5`");
//! let misread = Action::read("retreat 2 Jgr", &names).unwrap_err();
//! assert_eq!(misread.to_string(), "`retreat 2 Jgr` cannot be read; the order is `retreat UNIT by HEXES`");
//! ```

use std::fmt;

use smallvec::SmallVec;

use crate::{
    Pointed, Refusal, Taken,
    map::{HexId, HexMap},
};

/// An argument of a decision: how it is written and read with the names of a game, and what it points at.
pub trait Arg<N: ?Sized>: Copy {
    /// Writes it; nothing for one that is left out.
    fn write(self, names: &N, out: &mut String);

    /// Reads it, or says what it does not know; nothing where only the form says what is expected. Of one that may be left
    /// out nothing can be read too.
    fn read(text: &str, names: &N) -> Result<Self, String>;

    /// Names it as data.
    fn point(self, at: &mut Pointed);

    /// The other way round.
    fn take(from: &mut Taken<'_>) -> Option<Self>;

    /// How the help shows it, by the name that the notation gives it.
    fn hole(name: &str) -> String {
        name.to_ascii_uppercase()
    }
}

/// Decisions that are written with the names of `N`, usually the game itself: what [`notation!`](macro@crate::notation) makes.
pub trait Notation<N: ?Sized>: Copy {
    /// The verb of every form, in the order in which they are declared.
    const VERBS: &'static [&'static str];

    /// The place of its form among [`Notation::VERBS`].
    fn ordinal(self) -> usize;

    /// Every form with its holes in capitals, as the help shows it.
    fn forms() -> Vec<String>;

    /// As a person writes it.
    fn write(self, names: &N) -> String;

    /// Reads what a person has written.
    fn read(text: &str, names: &N) -> Result<Self, Misread>;

    /// Its verb and what it names, as data.
    fn points_at(self, at: &mut Pointed);

    /// The decision with this verb that names this: [`Notation::points_at`] the other way round.
    fn formed(verb: &str, from: &mut Taken<'_>) -> Option<Self>;
}

/// Names of a game that is played on a map of hexes.
pub trait OnMap {
    /// The map.
    fn map(&self) -> &HexMap;
}

impl<N: OnMap + ?Sized> Arg<N> for HexId {
    fn write(self, names: &N, out: &mut String) {
        out.push_str(&names.map().number(self).to_string());
    }

    fn read(text: &str, names: &N) -> Result<Self, String> {
        names.map().find(text).map_err(|error| error.to_string())
    }

    fn point(self, at: &mut Pointed) {
        at.hex(self);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.hex()
    }

    fn hole(_: &str) -> String {
        "HEX".to_owned()
    }
}

impl<N: ?Sized> Arg<N> for u8 {
    fn write(self, _: &N, out: &mut String) {
        out.push_str(&self.to_string());
    }

    fn read(text: &str, _: &N) -> Result<Self, String> {
        text.parse().map_err(|_| String::new())
    }

    fn point(self, at: &mut Pointed) {
        at.number(self.into());
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.number()?.try_into().ok()
    }
}

/// An argument that may be left out, at the end of a form.
impl<N: ?Sized, T: Arg<N>> Arg<N> for Option<T> {
    fn write(self, names: &N, out: &mut String) {
        if let Some(argument) = self {
            argument.write(names, out);
        }
    }

    fn read(text: &str, names: &N) -> Result<Self, String> {
        if text.is_empty() { Ok(None) } else { T::read(text, names).map(Some) }
    }

    fn point(self, at: &mut Pointed) {
        if let Some(argument) = self {
            argument.point(at);
        }
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        Some(if from.is_empty() { None } else { Some(T::take(from)?) })
    }

    fn hole(name: &str) -> String {
        format!("[{}]", T::hole(name))
    }
}

/// What cannot be read as a decision, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread(String);

impl Misread {
    /// Complains about a text of which no form could be read. `forms` are all that there are.
    pub fn of(text: &str, complaint: Option<String>, forms: &[String]) -> Self {
        if let Some(complaint) = complaint {
            return Self(complaint);
        }
        let text = text.trim();
        let verb_of = |form: &str| form.split(' ').next().unwrap_or_default().to_owned();
        let verb = verb_of(text);
        let alike = forms.iter().filter(|form| verb_of(form).eq_ignore_ascii_case(&verb));
        let alike: Vec<String> = alike.map(|form| format!("`{form}`")).collect();
        if !alike.is_empty() {
            return Self(format!("`{text}` cannot be read; the order is {}", alike.join(" or ")));
        }
        let mut verbs: Vec<String> = forms.iter().map(|form| verb_of(form)).collect();
        verbs.dedup();
        Self(format!("`{verb}` is no order; orders begin with {}", verbs.join(", ")))
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misread {}

/// No rule forbids what cannot be read.
impl From<Misread> for Refusal {
    fn from(misread: Misread) -> Self {
        Self::new("", misread.0)
    }
}

/// A part of a form: a word as it stands, or a hole with a check of what fills it.
#[derive(Clone, Copy)]
pub enum Part<'f> {
    /// This word, in whatever case.
    Word(&'static str),
    /// An argument.
    Hole(&'f dyn Fn(&str) -> Result<(), String>),
}

/// Fills the holes of a form with a text: the first way in which every argument is known. If there is none, `complaint`
/// gets what is wrong in the way that comes nearest.
pub fn fill<'t>(
    text: &'t str,
    parts: &[Part<'_>],
    complaint: &mut Option<String>,
) -> Option<SmallVec<[&'t str; 4]>> {
    // Most forms begin with another verb.
    let first = text.split_whitespace().next().unwrap_or_default();
    if let Some(Part::Word(verb)) = parts.first()
        && !verb.eq_ignore_ascii_case(first)
    {
        return None;
    }
    let words: SmallVec<[&str; 8]> = text.split_whitespace().collect();
    let mut filling =
        Filling { text, words: &words, filled: SmallVec::new(), known: 0, nearest: 0, complaint };
    filling.go(parts, 0, None).then_some(filling.filled)
}

struct Filling<'t, 'w, 'c> {
    text: &'t str,
    words: &'w [&'t str],
    filled: SmallVec<[&'t str; 4]>,
    /// How many holes are filled with something known, now and in the nearest way so far.
    known: usize,
    nearest: usize,
    complaint: &'c mut Option<String>,
}

impl<'t> Filling<'t, '_, '_> {
    /// Goes on with the rest of the parts at a word; `wrong` is the last argument that is not known, if there is one.
    fn go(&mut self, parts: &[Part<'_>], at: usize, wrong: Option<String>) -> bool {
        let Some((part, rest)) = parts.split_first() else {
            if at < self.words.len() {
                return false;
            }
            if let Some(wrong) = wrong {
                if self.complaint.is_none() || self.known >= self.nearest {
                    (*self.complaint, self.nearest) = (Some(wrong), self.known);
                }
                return false;
            }
            return true;
        };
        match part {
            Part::Word(word) => {
                let found = self.words.get(at).is_some_and(|found| found.eq_ignore_ascii_case(word));
                found && self.go(rest, at + 1, wrong)
            }
            Part::Hole(check) => (at..=self.words.len()).any(|end| {
                let text = self.between(at, end);
                match check(text) {
                    Ok(()) => {
                        self.filled.push(text);
                        self.known += 1;
                        let whole = self.go(rest, end, wrong.clone());
                        self.known -= 1;
                        if !whole {
                            self.filled.pop();
                        }
                        whole
                    }
                    Err(complaint) if !complaint.is_empty() && end > at => {
                        self.go(rest, end, Some(complaint))
                    }
                    Err(_) => false,
                }
            }),
        }
    }

    /// The text of some words with whatever stands between them.
    fn between(&self, first: usize, end: usize) -> &'t str {
        if first == end {
            return "";
        }
        let start = self.words[first].as_ptr() as usize - self.text.as_ptr() as usize;
        let last = self.words[end - 1];
        let stop = last.as_ptr() as usize - self.text.as_ptr() as usize + last.len();
        &self.text[start..stop]
    }
}

/// Adds a word or an argument to a text, with a blank before it unless it is the first or says nothing.
pub fn put(out: &mut String, write: impl FnOnce(&mut String)) {
    let before = out.len();
    if before > 0 {
        out.push(' ');
    }
    let start = out.len();
    write(out);
    if out.len() == start {
        out.truncate(before);
    }
}

/// Declares the decisions of a game once: the enum, `read`, `write`, `forms` for the help, and what each points at
/// (`points_at` and back, `formed`). Words of a form are quoted, arguments stand by their names; an argument that is an
/// `Option` may be left out at the end.
///
/// ```text
/// notation! { pub enum Action by Names {
///     /// A unit is allocated against a hex.
///     Attack(unit: UnitId, hex: HexId) = ["attack" hex "with" unit];
///     /// This step is over.
///     Done = ["done"];
/// } }
/// ```
#[macro_export]
macro_rules! notation {
    ($(#[$about:meta])* $vis:vis enum $name:ident by $names:ty {
        $($(#[$doc:meta])* $variant:ident $(($($arg:ident: $of:ty),+ $(,)?))? = [$($token:tt)+];)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name {
            $($(#[$doc])* $variant $(($($of),+))?,)+
        }

        impl $crate::notation::Notation<$names> for $name {
            const VERBS: &'static [&'static str] = &[$($crate::notation!(@verb [] $($token)+)),+];

            fn ordinal(self) -> usize {
                enum Form { $($variant),+ }
                match self {
                    $(Self::$variant { .. } => Form::$variant as usize,)+
                }
            }

            fn forms() -> ::std::vec::Vec<::std::string::String> {
                ::std::vec![$({
                    $($(let $arg = <$of as $crate::notation::Arg<$names>>::hole(stringify!($arg));)+)?
                    [$($crate::notation!(@hole $token)),+].join(" ")
                }),+]
            }

            fn write(self, names: &$names) -> ::std::string::String {
                let mut out = ::std::string::String::new();
                match self {
                    $(Self::$variant $(($($arg),+))? => {
                        $($crate::notation!(@write $token, names, out);)+
                    })+
                }
                out
            }

            fn read(
                text: &str,
                names: &$names,
            ) -> ::core::result::Result<Self, $crate::notation::Misread> {
                let mut complaint = ::core::option::Option::None;
                $({
                    $($(let $arg = |text: &str| {
                        <$of as $crate::notation::Arg<$names>>::read(text, names).map(drop)
                    };)+)?
                    let parts = [$($crate::notation!(@part $token)),+];
                    if let ::core::option::Option::Some(filled) =
                        $crate::notation::fill(text, &parts, &mut complaint)
                    {
                        $crate::notation!(@fill filled; $($token)+);
                        let known =
                            |complaint| $crate::notation::Misread::of(text, ::core::option::Option::Some(complaint), &[]);
                        let _ = &known;
                        return ::core::result::Result::Ok(Self::$variant $(($(
                            <$of as $crate::notation::Arg<$names>>::read($arg, names).map_err(known)?
                        ),+))?);
                    }
                })+
                ::core::result::Result::Err($crate::notation::Misread::of(text, complaint, &<Self as $crate::notation::Notation<$names>>::forms()))
            }

            fn points_at(self, at: &mut $crate::Pointed) {
                match self {
                    $(Self::$variant $(($($arg),+))? => {
                        at.verb = $crate::notation!(@verb [] $($token)+);
                        $($crate::notation!(@point $names, $token, at);)+
                    })+
                }
            }

            fn formed(verb: &str, from: &mut $crate::Taken<'_>) -> ::core::option::Option<Self> {
                $(if verb == $crate::notation!(@verb [] $($token)+) {
                    $($crate::notation!(@from $names, $token, from);)+
                    return ::core::option::Option::Some(Self::$variant $(($($arg),+))?);
                })+
                let _ = from;
                ::core::option::Option::None
            }
        }
    };

    (@hole $word:literal) => { $word.to_owned() };
    (@hole $arg:ident) => { $arg.clone() };

    (@write $word:literal, $names:ident, $out:ident) => {
        $crate::notation::put(&mut $out, |out| out.push_str($word))
    };
    (@write $arg:ident, $names:ident, $out:ident) => {
        $crate::notation::put(&mut $out, |out| $crate::notation::Arg::write($arg, $names, out))
    };

    (@part $word:literal) => { $crate::notation::Part::Word($word) };
    (@part $arg:ident) => { $crate::notation::Part::Hole(&$arg) };

    (@fill $filled:ident; $($token:tt)+) => {
        #[allow(unused_mut, reason = "a form without holes takes nothing")]
        let mut filled = $filled.into_iter();
        $($crate::notation!(@next $token, filled);)+
        let _ = filled;
    };
    (@next $word:literal, $filled:ident) => {};
    (@next $arg:ident, $filled:ident) => { let $arg = $filled.next().unwrap_or_default(); };

    (@verb [$($first:literal)*] $next:literal $($rest:tt)*) => {
        $crate::notation!(@verb [$($first)* $next] $($rest)*)
    };
    (@verb [$first:literal $($more:literal)*] $($rest:tt)*) => { concat!($first $(, " ", $more)*) };

    (@point $names:ty, $word:literal, $at:ident) => {};
    (@point $names:ty, $arg:ident, $at:ident) => {
        $crate::notation::Arg::<$names>::point($arg, $at)
    };

    (@from $names:ty, $word:literal, $from:ident) => {};
    (@from $names:ty, $arg:ident, $from:ident) => {
        let $arg = $crate::notation::Arg::<$names>::take($from)?;
    };
}
