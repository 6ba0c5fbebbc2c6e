//! A report as a page of the web that stands alone, and as Markdown.
#![expect(clippy::float_arithmetic, reason = "a page, not a rule")]

use std::fmt::Write;

use crate::heat::escape;

/// A piece of a report.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Words(String),
    /// A table; the first column is words, the others are numbers.
    Table(Vec<String>, Vec<Vec<String>>),
    /// Bars: a label, how long from 0 to 1, the number beside it.
    Bars(Vec<(String, f64, String)>),
    /// Pictures side by side with what they show; Markdown has the words alone.
    Pictures(Vec<(String, String)>),
}

/// A report.
#[derive(Clone, Default, Debug)]
pub struct StudyReport {
    /// Its title.
    pub title: String,
    /// From top to bottom.
    pub pieces: Vec<Piece>,
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fbfaf7}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #ccc}\
table{border-collapse:collapse;margin:.5rem 0;display:block;overflow-x:auto}th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #e4e0d8}\
th:first-child,td:first-child{text-align:left}.bars td:nth-child(2){width:24rem;text-align:left}\
.bar{display:inline-block;height:.8rem;background:#8a5a2b;min-width:1px}.maps{display:flex;flex-wrap:wrap;gap:1rem}\
figure{margin:0;flex:1 1 18rem;max-width:30rem}figcaption{font-size:.85rem}svg{width:100%;height:auto;background:#fff}\
code{font-size:.85rem;overflow-wrap:anywhere}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1d1c1a}svg{background:#f6f3ec}th,td,h2{border-color:#444}}";

impl StudyReport {
    /// Adds a piece.
    pub fn add(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// Adds a heading.
    pub fn heading(&mut self, words: impl Into<String>) {
        self.add(Piece::Heading(words.into()));
    }

    /// Adds a paragraph.
    pub fn words(&mut self, words: impl Into<String>) {
        self.add(Piece::Words(words.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, heads: &[&str], rows: Vec<Vec<String>>) {
        self.add(Piece::Table(heads.iter().map(|&head| head.to_owned()).collect(), rows));
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", self.title);
        for piece in &self.pieces {
            out.push('\n');
            match piece {
                Piece::Heading(words) => drop(writeln!(out, "## {words}")),
                Piece::Words(words) => drop(writeln!(out, "{words}")),
                Piece::Table(heads, rows) => markdown_table(&mut out, heads, rows),
                Piece::Bars(bars) => {
                    let rows: Vec<Vec<String>> =
                        bars.iter().map(|(label, _, shown)| vec![label.clone(), shown.clone()]).collect();
                    markdown_table(&mut out, &[String::new(), String::new()], &rows);
                }
                Piece::Pictures(pictures) => {
                    for (caption, _) in pictures {
                        let _ = writeln!(out, "- {caption} (drawn in the page)");
                    }
                }
            }
        }
        out
    }

    /// The report as a page.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
             <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
        );
        for piece in &self.pieces {
            match piece {
                Piece::Heading(words) => drop(writeln!(out, "<h2>{}</h2>", escape(words))),
                Piece::Words(words) => drop(writeln!(out, "<p>{}</p>", escape(words))),
                Piece::Table(heads, rows) => html_table(&mut out, heads, rows),
                Piece::Bars(bars) => html_bars(&mut out, bars),
                Piece::Pictures(pictures) => {
                    out.push_str("<div class=\"maps\">\n");
                    for (caption, svg) in pictures {
                        let _ = writeln!(
                            out,
                            "<figure>{svg}<figcaption>{}</figcaption></figure>",
                            escape(caption)
                        );
                    }
                    out.push_str("</div>\n");
                }
            }
        }
        out.push_str("</body></html>\n");
        out
    }
}

fn markdown_table(out: &mut String, heads: &[String], rows: &[Vec<String>]) {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | ").replace('\n', " "));
    out.push_str(&line(heads));
    let rule: Vec<String> =
        (0..heads.len()).map(|at| if at == 0 { "---" } else { "---:" }.to_owned()).collect();
    out.push_str(&line(&rule));
    for row in rows {
        out.push_str(&line(row));
    }
}

fn html_table(out: &mut String, heads: &[String], rows: &[Vec<String>]) {
    let cells = |kind: &str, cells: &[String]| -> String {
        cells.iter().map(|cell| format!("<{kind}>{}</{kind}>", escape(cell))).collect::<Vec<_>>().concat()
    };
    let _ = writeln!(out, "<table><tr>{}</tr>", cells("th", heads));
    for row in rows {
        let _ = writeln!(out, "<tr>{}</tr>", cells("td", row));
    }
    out.push_str("</table>\n");
}

fn html_bars(out: &mut String, bars: &[(String, f64, String)]) {
    out.push_str("<table class=\"bars\">\n");
    for (label, length, shown) in bars {
        let width = (length.clamp(0.0, 1.0) * 100.0).round();
        let (label, shown) = (escape(label), escape(shown));
        let _ = writeln!(
            out,
            "<tr><td>{label}</td><td><span class=\"bar\" style=\"width:{width}%\"></span></td><td>{shown}</td></tr>"
        );
    }
    out.push_str("</table>\n");
}
