//! The Python module: what the package `sandtable` is made of. What it hands over are plain values and texts in JSON; the
//! package makes Python of them.

#![allow(missing_docs, reason = "the macros make public items; the package's docstrings describe them")]

mod batch;
mod fault;
mod pool;
mod room;
mod shelf;
mod solo;
mod study;
mod table;
mod wanted;

use pyo3::prelude::*;

/// What the package is made of.
#[pymodule(gil_used = true)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    fault::register(module)?;
    shelf::register(module)?;
    study::register(module)?;
    module.add_class::<table::Table>()?;
    module.add_class::<table::Bot>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<solo::Solo>()?;
    module.add("PLANES", kit::observe::PLANES.to_vec())?;
    module.add("FIGURES", kit::observe::FIGURES.to_vec())?;
    module.add("TRAITS", kit::observe::TRAITS.to_vec())?;
    module.add("TABLES", lab::tables::TABLES.to_vec())?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}
