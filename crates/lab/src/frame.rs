//! Tables of whole numbers and words, in Parquet files that any tool for data reads.

use std::{fs::File, path::Path, sync::Arc};

use parquet::{
    basic::{Compression, ConvertedType, Repetition, Type as Physical},
    column::reader::ColumnReader,
    data_type::{ByteArray, ByteArrayType, Int64Type},
    errors::{ParquetError, Result},
    file::{
        properties::WriterProperties,
        reader::{FileReader, SerializedFileReader},
        writer::SerializedFileWriter,
    },
    schema::types::Type,
};

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// Whole numbers.
    Numbers(Vec<i64>),
    /// Words.
    Words(Vec<String>),
}

impl Column {
    fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Words(words) => words.len(),
        }
    }
}

/// A table: columns of the same length, by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Frame {
    columns: Vec<(String, Column)>,
}

impl Frame {
    /// Adds a column of numbers.
    #[must_use]
    pub fn numbers(mut self, name: impl Into<String>, values: impl Iterator<Item = i64>) -> Self {
        self.columns.push((name.into(), Column::Numbers(values.collect())));
        self
    }

    /// Adds a column of words.
    #[must_use]
    pub fn words(mut self, name: impl Into<String>, values: impl Iterator<Item = String>) -> Self {
        self.columns.push((name.into(), Column::Words(values.collect())));
        self
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.len())
    }

    fn column(&self, name: &str) -> Result<&Column> {
        let found = self.columns.iter().find(|(known, _)| known == name);
        found.map(|(_, column)| column).ok_or_else(|| ParquetError::General(format!("no column `{name}`")))
    }

    /// The numbers of a column.
    pub fn numbers_of(&self, name: &str) -> Result<&[i64]> {
        match self.column(name)? {
            Column::Numbers(numbers) => Ok(numbers),
            Column::Words(_) => Err(ParquetError::General(format!("`{name}` is no column of numbers"))),
        }
    }

    /// The words of a column.
    pub fn words_of(&self, name: &str) -> Result<&[String]> {
        match self.column(name)? {
            Column::Words(words) => Ok(words),
            Column::Numbers(_) => Err(ParquetError::General(format!("`{name}` is no column of words"))),
        }
    }

    /// Writes it to a file.
    pub fn write(&self, path: &Path) -> Result<()> {
        let field = |(name, column): &(String, Column)| {
            let kind = match column {
                Column::Numbers(_) => Type::primitive_type_builder(name, Physical::INT64),
                Column::Words(_) => Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
                    .with_converted_type(ConvertedType::UTF8),
            };
            Ok(Arc::new(kind.with_repetition(Repetition::REQUIRED).build()?))
        };
        let fields = self.columns.iter().map(field).collect::<Result<Vec<_>>>()?;
        let schema = Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?);
        let how = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
        let mut file = SerializedFileWriter::new(File::create(path)?, schema, how)?;
        let mut group = file.next_row_group()?;
        for (_, column) in &self.columns {
            let mut writer =
                group.next_column()?.ok_or_else(|| ParquetError::General("a column too many".into()))?;
            match column {
                Column::Numbers(numbers) => {
                    writer.typed::<Int64Type>().write_batch(numbers, None, None)?;
                }
                Column::Words(words) => {
                    let words: Vec<ByteArray> = words.iter().map(|word| word.as_str().into()).collect();
                    writer.typed::<ByteArrayType>().write_batch(&words, None, None)?;
                }
            }
            writer.close()?;
        }
        group.close()?;
        file.close()?;
        Ok(())
    }

    /// Reads it from a file.
    pub fn read(path: &Path) -> Result<Self> {
        let file = SerializedFileReader::new(File::open(path)?)?;
        let fields = file.metadata().file_metadata().schema().get_fields();
        let mut frame = Self::default();
        for (place, field) in fields.iter().enumerate() {
            let (mut numbers, mut words) = (Vec::new(), Vec::new());
            for group in 0..file.num_row_groups() {
                let group = file.get_row_group(group)?;
                let rows = group.metadata().num_rows() as usize;
                match group.get_column_reader(place)? {
                    ColumnReader::Int64ColumnReader(mut reader) => {
                        reader.read_records(rows, None, None, &mut numbers)?;
                    }
                    ColumnReader::ByteArrayColumnReader(mut reader) => {
                        reader.read_records(rows, None, None, &mut words)?;
                    }
                    _ => {
                        return Err(ParquetError::General(format!(
                            "`{}` is of no kind known here",
                            field.name()
                        )));
                    }
                }
            }
            let column = if field.get_physical_type() == Physical::INT64 {
                Column::Numbers(numbers)
            } else {
                let text = |bytes: &ByteArray| Ok(bytes.as_utf8()?.to_owned());
                Column::Words(words.iter().map(text).collect::<Result<_>>()?)
            };
            frame.columns.push((field.name().to_owned(), column));
        }
        Ok(frame)
    }

    /// How many rows a file holds.
    pub fn count(path: &Path) -> Result<u64> {
        let file = SerializedFileReader::new(File::open(path)?)?;
        Ok(file.metadata().file_metadata().num_rows() as u64)
    }
}
