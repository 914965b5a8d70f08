//! Graphs as two tables of Apache Parquet, and other tables; pandas, Polars, DuckDB and Arrow read
//! them.
//!
//! The crate `parquet` writes the tables without compression, in row groups of 16,384 rows.
//! Requires the feature `parquet`.

use super::writer::{
    EDGE_COLUMNS, EdgeRow, GraphWriter, NODE_COLUMNS, NodeRow, PLACE_COLUMNS, TableColumn,
};
use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, FloatType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::sync::Arc;

/// Whether this build writes Parquet.
pub const IS_BUILT: bool = true;

/// Number of rows in a row group; rows are buffered until a row group is full.
const ROWS: usize = 1 << 14;

/// Writer of graphs as Parquet: a table of nodes, a table of edges, or both.
pub struct ParquetWriter<W: Write + Send> {
    nodes: Option<TableWriter<W>>,
    edges: Option<TableWriter<W>>,
}

/// Type of a column.
#[derive(Clone, Copy)]
enum ColumnType {
    Index,
    Distance,
    Text,
    Truth,
    Length,
}

/// Values of a column in the buffered rows.
enum ColumnBuffer {
    /// The integers of all rows that have one, and for each row 1 (has an integer) or 0 (null).
    Numbers(Vec<i64>, Vec<i16>),
    Texts(Vec<ByteArray>),
    Truths(Vec<bool>),
    Lengths(Vec<f32>),
}

struct TableWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<ColumnBuffer>,
    rows: usize,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Starts each table for which an output is given.
    ///
    /// # Errors
    /// If an output cannot be written.
    pub fn new(
        nodes: Option<W>,
        edges: Option<W>,
        has_places: bool,
    ) -> io::Result<ParquetWriter<W>> {
        use ColumnType::{Distance, Index, Length, Text, Truth};
        let mut node_kinds = vec![Index, Text, Distance, Distance, Text, Truth, Truth];
        let mut node_columns = NODE_COLUMNS.to_vec();
        if has_places {
            node_kinds.extend([Length; 3]);
            node_columns.extend(PLACE_COLUMNS);
        }
        let edge_kinds = [Index, Index, Text, Text, Text];
        let begin = |out: Option<W>, names: &[&str], kinds: &[ColumnType]| {
            out.map(|out| TableWriter::new(out, names, kinds))
                .transpose()
        };
        Ok(ParquetWriter {
            nodes: begin(nodes, &node_columns, &node_kinds).map_err(told)?,
            edges: begin(edges, &EDGE_COLUMNS, &edge_kinds).map_err(told)?,
        })
    }
}

/// The bytes of a table whose columns, each with its name, have equally many values.
///
/// # Errors
/// If the crate `parquet` refuses the table.
pub fn table(columns: &[(&str, TableColumn)]) -> io::Result<Vec<u8>> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let kinds = columns.iter().map(|(_, column)| match column {
        TableColumn::Numbers(_) => ColumnType::Index,
        TableColumn::Texts(_) => ColumnType::Text,
    });
    let kinds: Vec<ColumnType> = kinds.collect();
    let mut table = TableWriter::new(Vec::new(), &names, &kinds).map_err(told)?;
    let rows = columns.first().map_or(0, |(_, column)| column.len());
    for row in 0..rows {
        for (number, (_, column)) in columns.iter().enumerate() {
            match column {
                TableColumn::Numbers(own) => table.number(number, Some(own[row].cast_signed())),
                TableColumn::Texts(own) => table.text(number, &own[row]),
            }
        }
        table.end_row().map_err(told)?;
    }
    table.write().map_err(told)?;
    table.writer.into_inner().map_err(told)
}

/// Converts an error of the crate `parquet`: returns the I/O error inside it, or wraps the error.
fn told(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        error => io::Error::other(error),
    }
}

impl<W: Write + Send> GraphWriter for ParquetWriter<W> {
    fn node(&mut self, node: &NodeRow<'_>) -> io::Result<()> {
        let Some(table) = &mut self.nodes else {
            return Ok(());
        };
        // Parquet stores an unsigned integer as the signed integer with the same bits.
        table.number(0, Some(node.index.cast_signed()));
        table.text(1, node.position);
        table.number(2, node.generation.map(u64::cast_signed));
        table.number(3, node.finish.map(u64::cast_signed));
        table.text(4, node.position);
        table.truth(5, node.is_start);
        table.truth(6, node.is_goal);
        for (column, length) in (7..).zip(node.place.into_iter().flatten()) {
            table.length(column, length);
        }
        table.end_row().map_err(told)
    }

    fn link(&mut self, link: &EdgeRow<'_>) -> io::Result<()> {
        let Some(table) = &mut self.edges else {
            return Ok(());
        };
        table.number(0, Some(link.from.cast_signed()));
        table.number(1, Some(link.to.cast_signed()));
        table.text(2, link.piece);
        table.text(3, link.cell);
        table.text(4, link.letters);
        table.end_row().map_err(told)
    }

    fn finish(&mut self) -> io::Result<()> {
        for table in [&mut self.nodes, &mut self.edges].into_iter().flatten() {
            table.finish().map_err(told)?;
        }
        Ok(())
    }
}

impl<W: Write + Send> TableWriter<W> {
    fn new(out: W, names: &[&str], kinds: &[ColumnType]) -> Result<TableWriter<W>> {
        let fields: Result<Vec<Arc<Type>>> = names
            .iter()
            .zip(kinds)
            .map(|(name, kind)| Ok(Arc::new(kind.field(name)?)))
            .collect();
        let schema = Type::group_type_builder("schema").with_fields(fields?);
        let properties = WriterProperties::builder()
            .set_created_by(concat!("slidewise ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let writer =
            SerializedFileWriter::new(out, Arc::new(schema.build()?), Arc::new(properties))?;
        let columns = kinds.iter().map(|kind| kind.column()).collect();
        Ok(TableWriter {
            writer,
            columns,
            rows: 0,
        })
    }

    fn number(&mut self, column: usize, value: Option<i64>) {
        if let ColumnBuffer::Numbers(values, is_there) = &mut self.columns[column] {
            values.extend(value);
            is_there.push(i16::from(value.is_some()));
        }
    }

    fn text(&mut self, column: usize, value: &str) {
        if let ColumnBuffer::Texts(values) = &mut self.columns[column] {
            values.push(value.into());
        }
    }

    fn truth(&mut self, column: usize, value: bool) {
        if let ColumnBuffer::Truths(values) = &mut self.columns[column] {
            values.push(value);
        }
    }

    fn length(&mut self, column: usize, value: f32) {
        if let ColumnBuffer::Lengths(values) = &mut self.columns[column] {
            values.push(value);
        }
    }

    fn end_row(&mut self) -> Result<()> {
        self.rows += 1;
        if self.rows == ROWS {
            self.write()
        } else {
            Ok(())
        }
    }

    /// Writes the buffered rows as a row group.
    fn write(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            match column {
                ColumnBuffer::Numbers(values, is_there) => {
                    write::<Int64Type, W>(&mut group, values, Some(is_there))?;
                    values.clear();
                    is_there.clear();
                }
                ColumnBuffer::Texts(values) => {
                    write::<ByteArrayType, W>(&mut group, values, None)?;
                    values.clear();
                }
                ColumnBuffer::Truths(values) => {
                    write::<BoolType, W>(&mut group, values, None)?;
                    values.clear();
                }
                ColumnBuffer::Lengths(values) => {
                    write::<FloatType, W>(&mut group, values, None)?;
                    values.clear();
                }
            }
        }
        group.close()?;
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        self.write()?;
        self.writer.finish()?;
        self.writer.inner_mut().flush()?;
        Ok(())
    }
}

/// Writes the next column of a row group.
fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    is_there: Option<&[i16]>,
) -> Result<()> {
    let column = group.next_column()?;
    let mut column = column
        .ok_or_else(|| ParquetError::General("the row group has no further column".to_owned()))?;
    column.typed::<T>().write_batch(values, is_there, None)?;
    column.close()
}

impl ColumnType {
    fn field(self, name: &str) -> Result<Type> {
        let (physical, logical, converted, repetition) = match self {
            ColumnType::Index => (
                Physical::INT64,
                Some(LogicalType::integer(64, false)),
                ConvertedType::UINT_64,
                Repetition::REQUIRED,
            ),
            ColumnType::Distance => (
                Physical::INT64,
                None,
                ConvertedType::NONE,
                Repetition::OPTIONAL,
            ),
            ColumnType::Text => (
                Physical::BYTE_ARRAY,
                Some(LogicalType::String),
                ConvertedType::UTF8,
                Repetition::REQUIRED,
            ),
            ColumnType::Truth => (
                Physical::BOOLEAN,
                None,
                ConvertedType::NONE,
                Repetition::REQUIRED,
            ),
            ColumnType::Length => (
                Physical::FLOAT,
                None,
                ConvertedType::NONE,
                Repetition::REQUIRED,
            ),
        };
        Type::primitive_type_builder(name, physical)
            .with_logical_type(logical)
            .with_converted_type(converted)
            .with_repetition(repetition)
            .build()
    }

    fn column(self) -> ColumnBuffer {
        match self {
            ColumnType::Index | ColumnType::Distance => {
                ColumnBuffer::Numbers(Vec::new(), Vec::new())
            }
            ColumnType::Text => ColumnBuffer::Texts(Vec::new()),
            ColumnType::Truth => ColumnBuffer::Truths(Vec::new()),
            ColumnType::Length => ColumnBuffer::Lengths(Vec::new()),
        }
    }
}
