//! Arrow tables, which polars, pandas, pyarrow and other libraries read without copying, through the PyCapsule
//! interface.

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use fudgelab::report::formats::tidy::{ColumnKind, Datum, Field as Column, TidyTable};
use fudgelab::{Error, report::formats::tidy};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use serde_json::Value;
use std::sync::Arc;

/// A column as plain Python data: its name, its Arrow type, and its values.
type PackedColumn<'py> = (String, String, Bound<'py, PyAny>);

/// A table of named columns, each with one type.
#[pyclass(frozen, module = "fudgelab._core")]
pub(crate) struct Table {
    batch: RecordBatch,
}

impl Table {
    /// Converts a table of a result.
    ///
    /// # Errors
    /// If a value does not have the type of its column, which is a bug in fudgelab.
    pub(crate) fn of(table: &TidyTable<'_>) -> Result<Self, Error> {
        let columns =
            table.fields.iter().enumerate().map(|(column_index, column)| field_and_array(table, column_index, column));
        let columns: Vec<(Field, ArrayRef)> = columns.collect::<Result<_, _>>()?;
        let (fields, arrays): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
        batch.map(|batch| Self { batch }).map_err(|fault| Error::run(fault.to_string()).context(&table.name))
    }

    /// Converts a JSON list of flat objects with the same keys. The first value of a column that is not null sets its
    /// type; a column of nulls is text.
    ///
    /// # Errors
    /// If a column has values of different types.
    pub(crate) fn of_objects(name: &str, objects: &Value) -> Result<Self, Error> {
        let rows = || objects.as_array().into_iter().flatten();
        let keys = rows().next().and_then(Value::as_object).into_iter().flatten().map(|(key, _)| key.clone());
        let kind = |name: &String| match rows().map(|row| &row[name]).find(|value| !value.is_null()) {
            Some(Value::Number(number)) if number.is_f64() => ColumnKind::Number,
            Some(Value::Number(_)) => ColumnKind::Integer,
            Some(Value::Bool(_)) => ColumnKind::Boolean,
            _ => ColumnKind::Text,
        };
        let fields: Vec<Column> = keys.map(|name| Column { kind: kind(&name), name }).collect();
        let datum = |(row, field): (&Value, &Column)| match &row[&field.name] {
            Value::String(text) => Datum::Text(text.clone().into()),
            Value::Bool(yes) => Datum::Boolean(*yes),
            Value::Number(number) => match (field.kind, number.as_i64()) {
                (ColumnKind::Integer, Some(whole)) => Datum::Integer(whole),
                _ => number.as_f64().map_or(Datum::Null, Datum::Number),
            },
            _ => Datum::Null,
        };
        let rows = rows().map(|row| fields.iter().map(|field| datum((row, field))).collect()).collect();
        Self::of(&TidyTable::from_rows(name.to_owned(), tidy::Schema::Answer, fields, rows))
    }
}

/// Converts a column of `table` to an Arrow field and array.
fn field_and_array(table: &TidyTable<'_>, column_index: usize, column: &Column) -> Result<(Field, ArrayRef), Error> {
    let data = || table.column(column_index);
    macro_rules! array {
        ($array:ty, $kind:path, $value:ident => $read:expr) => {{
            let read = |datum| match datum {
                Datum::Null => Ok(None),
                $kind($value) => Ok(Some($read)),
                other => Err(Error::run(format!("{other:?} in the column `{}`", column.name)).context(&table.name)),
            };
            Arc::new(data().map(read).collect::<Result<$array, Error>>()?) as ArrayRef
        }};
    }
    let array = match column.kind {
        ColumnKind::Text | ColumnKind::AsVaried => array!(StringArray, Datum::Text, words => words),
        ColumnKind::Integer => array!(Int64Array, Datum::Integer, whole => whole),
        ColumnKind::Count => array!(UInt64Array, Datum::Count, count => count),
        ColumnKind::Number => array!(Float64Array, Datum::Number, number => number),
        ColumnKind::Boolean => array!(BooleanArray, Datum::Boolean, yes => yes),
    };
    Ok((Field::new(&column.name, array.data_type().clone(), true), array))
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The rows as dictionaries.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let schema = self.batch.schema();
        let row = |row: usize| {
            let values = PyDict::new(py);
            for (field, array) in schema.fields().iter().zip(self.batch.columns()) {
                values.set_item(field.name(), value(py, array, row)?)?;
            }
            Ok(values)
        };
        (0..self.batch.num_rows()).map(row).collect()
    }

    /// The name, type and values of each column, from which `unpack` recreates the table.
    fn pack<'py>(&self, py: Python<'py>) -> PyResult<Vec<PackedColumn<'py>>> {
        let schema = self.batch.schema();
        let packed = schema.fields().iter().zip(self.batch.columns()).map(|(field, array)| {
            let values = (0..array.len()).map(|row| value(py, array, row)).collect::<PyResult<Vec<_>>>()?;
            Ok((field.name().clone(), field.data_type().to_string(), values.into_pyobject(py)?.into_any()))
        });
        packed.collect()
    }

    /// Recreates a table from the result of `pack`.
    #[staticmethod]
    fn unpack(packed: Vec<PackedColumn<'_>>) -> PyResult<Self> {
        let column = |(name, kind, values): PackedColumn<'_>| {
            let array: ArrayRef = match kind.as_str() {
                "Int64" => Arc::new(Int64Array::from(values.extract::<Vec<Option<i64>>>()?)),
                "UInt64" => Arc::new(UInt64Array::from(values.extract::<Vec<Option<u64>>>()?)),
                "Float64" => Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)),
                "Boolean" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
                _ => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
            };
            Ok((Field::new(name, array.data_type().clone(), true), array))
        };
        let columns = packed.into_iter().map(column).collect::<PyResult<Vec<_>>>()?;
        let (fields, arrays): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
        batch.map(|batch| Self { batch }).map_err(|fault| PyRuntimeError::new_err(fault.to_string()))
    }

    /// The Arrow schema as a PyCapsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = arrow_schema::ffi::FFI_ArrowSchema::try_from(&*self.batch.schema());
        let schema = schema.map_err(|fault| PyRuntimeError::new_err(fault.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The table as an Arrow stream in a PyCapsule. Consumers share its memory. `requested_schema` is ignored, which
    /// the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }
}

/// The value of an array at index `row` as a Python object; `None` if it is null.
fn value<'py>(py: Python<'py>, array: &ArrayRef, row: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
    if array.is_null(row) {
        return Ok(None);
    }
    Ok(Some(match array.data_type() {
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        _ => array.as_string::<i32>().value(row).into_pyobject(py)?.into_any(),
    }))
}
