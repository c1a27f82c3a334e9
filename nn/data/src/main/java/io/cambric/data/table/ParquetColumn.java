package io.cambric.data.table;

import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.reader.ColumnReader;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.file.Quoted;

/** One column while it is read; mutable. Its memory grows with the values that are there. */
final class ParquetColumn {

  private final OpenParquet file;
  private final String name;
  private final int place;
  private final DType dtype;
  private Buffer values;
  private int count;

  ParquetColumn(OpenParquet file, String name, int place) {
    this.file = file;
    this.name = name;
    this.place = place;
    this.dtype = dtype(file.reader().getFileSchema().getColumn(place).type());
    this.values = Buffer.allocate(dtype, 0);
  }

  private DType dtype(PhysicalType type) {
    return switch (type) {
      case BOOLEAN -> DType.BOOL;
      case INT32 -> DType.I32;
      case INT64 -> DType.I64;
      case FLOAT -> DType.F32;
      case DOUBLE -> DType.F64;
      default ->
          throw new DataException(
              "%s, column %s needs a type with an array, such as INT32 or FLOAT, but has %s. Read it by records."
                  .formatted(file.name(), Quoted.of(name), type));
    };
  }

  Array read() {
    try (var column = file.reader().columnReader(place)) {
      while (column.nextBatch()) {
        int read = column.getRecordCount();
        makeRoom(read);
        values.copyFrom(count, batch(column, read), 0, read);
        fillMissing(column, read);
        count += read;
      }
    }
    return NdArray.of(new ShapedArray(Shape.of(count), dtype), values.copyOf(0, count));
  }

  private void makeRoom(int more) {
    long needed = (long) count + more;
    if (needed > Shape.MAX_SIZE) {
      throw new DataException(
          "%s, column %s needs at most %d values for an array, but has more. Read it by records."
              .formatted(file.name(), Quoted.of(name), Shape.MAX_SIZE));
    }
    if (needed > values.length()) {
      var larger =
          Buffer.allocate(
              dtype, (int) Math.min(Math.max(needed, 2L * values.length()), Shape.MAX_SIZE));
      larger.copyFrom(0, values, 0, count);
      values = larger;
    }
  }

  private Buffer batch(ColumnReader column, int read) {
    return switch (dtype) {
      case I32 -> Buffer.wrap(DType.I32, column.getInts());
      case I64 -> Buffer.wrap(DType.I64, column.getLongs());
      case F32 -> Buffer.wrap(column.getFloats());
      case F64 -> Buffer.wrap(column.getDoubles());
      default -> {
        var bytes = new byte[read];
        var truths = column.getBooleans();
        for (int i = 0; i < read; i++) {
          bytes[i] = (byte) (truths[i] ? 1 : 0);
        }
        yield Buffer.wrap(DType.BOOL, bytes);
      }
    };
  }

  private void fillMissing(ColumnReader column, int read) {
    var validity = column.getLeafValidity();
    if (!validity.hasNulls()) {
      return;
    }
    for (int i = 0; i < read; i++) {
      if (validity.isNull(i)) {
        if (!dtype.isFloating()) {
          throw new DataException(
              "%s, row %d, column %s needs a value, since %s has none for a missing one. Fill it in, or write floating numbers."
                  .formatted(file.name(), count + i + 1L, Quoted.of(name), dtype));
        }
        values.setDouble(count + i, Double.NaN);
      }
    }
  }
}
