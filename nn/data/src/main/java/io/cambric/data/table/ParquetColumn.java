package io.cambric.data.table;

import dev.hardwood.internal.reader.Page;
import dev.hardwood.internal.reader.Page.DoublePage;
import dev.hardwood.internal.reader.Page.FloatPage;
import dev.hardwood.internal.reader.Page.IntPage;
import dev.hardwood.internal.reader.Page.LongPage;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One column while it becomes an array; mutable. Its memory grows with the values read. */
final class ParquetColumn {

  private final OpenParquet file;
  private final ParquetField field;
  private final ParquetType type;
  private final DType dtype;
  private Buffer values;
  private int count;

  ParquetColumn(OpenParquet file, ParquetField field) {
    this.file = file;
    this.field = field;
    this.type = Objects.requireNonNull(field.type());
    this.dtype = dtype();
    this.values = Buffer.allocate(dtype, 0);
  }

  private DType dtype() {
    var found = type.dtype();
    if (found == null) {
      throw new DataException(
          "%s, column %s needs numbers or booleans for an array, but has %s. %s"
              .formatted(file.name(), Quoted.of(field.name()), type, advice()));
    }
    return found;
  }

  private String advice() {
    var values = type.values();
    return values == null
        ? "Leave it out, or write it as another type."
        : "Read it in records, as %s.".formatted(values.getSimpleName());
  }

  Array read() throws IOException {
    var pages = file.pages(field);
    while (pages.next()) {
      var page = pages.page();
      makeRoom(page.size());
      store(page);
      count += page.size();
    }
    if (count != file.rows()) {
      throw new DataException(
          "%s needs the %d rows of its footer, but column %s has %d. Write the file again."
              .formatted(file.name(), file.rows(), Quoted.of(field.name()), count));
    }
    return NdArray.of(new ShapedArray(Shape.of(count), dtype), values.copyOf(0, count));
  }

  private void makeRoom(int more) {
    long needed = (long) count + more;
    if (needed > Shape.MAX_SIZE) {
      throw new DataException(
          "%s, column %s needs at most %d values for an array, but has more. Read it in records."
              .formatted(file.name(), Quoted.of(field.name()), Shape.MAX_SIZE));
    }
    if (needed > values.length()) {
      var larger =
          Buffer.allocate(
              dtype, (int) Math.min(Math.max(needed, 2L * values.length()), Shape.MAX_SIZE));
      larger.copyFrom(0, values, 0, count);
      values = larger;
    }
  }

  private void store(Page page) throws IOException {
    var same = sameBits(page);
    if (same != null) {
      values.copyFrom(count, same, 0, page.size());
    }
    for (int i = 0; i < page.size(); i++) {
      if (page.isNull(i)) {
        storeMissing(i);
      } else if (same == null) {
        store(page, i);
      }
    }
  }

  /** {@return the page, if the array keeps the bits of the file; else null} */
  private @Nullable Buffer sameBits(Page page) {
    return switch (page) {
      case IntPage numbers when dtype == DType.I32 || dtype == DType.U32 ->
          Buffer.wrap(dtype, numbers.values());
      case LongPage numbers when dtype == DType.I64 || dtype == DType.U64 ->
          Buffer.wrap(dtype, numbers.values());
      case FloatPage numbers -> Buffer.wrap(numbers.values());
      case DoublePage numbers -> Buffer.wrap(numbers.values());
      default -> null;
    };
  }

  private void store(Page page, int i) throws IOException {
    switch (ParquetValues.of(page, type, i)) {
      case Boolean holds -> values.setLong(count + i, holds ? 1 : 0);
      case Long whole -> values.setLong(count + i, whole);
      case Number number -> values.setDouble(count + i, number.doubleValue());
      case Object other -> throw new AssertionError(other);
    }
  }

  private void storeMissing(int i) {
    if (!dtype.isFloating()) {
      throw new DataException(
          "%s, row %d, column %s needs a value, because %s cannot represent a missing value. Fill it in, or write floating numbers."
              .formatted(file.name(), count + i + 1L, Quoted.of(field.name()), dtype));
    }
    values.setDouble(count + i, Double.NaN);
  }
}
