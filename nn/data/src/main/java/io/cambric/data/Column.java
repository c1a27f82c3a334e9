package io.cambric.data;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.data.record.Decimal;
import io.cambric.data.record.TextValues;
import io.cambric.errors.DataException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The destination of the numbers of one column; mutable. */
final class Column {

  private final String name;
  private final DType dtype;
  private final @Nullable Range range;
  private final ColumnBuffer target;
  private final int width;
  private final int offset;
  private final Decimal decimal = new Decimal();
  private final TextValues texts = new TextValues();

  /**
   * Makes a column.
   *
   * @param range of its numbers; null for all numbers
   */
  Column(
      String name, DType dtype, @Nullable Range range, ColumnBuffer target, int width, int offset) {
    this.name = name;
    this.dtype = requireReadable(name, dtype);
    this.range = range;
    this.target = target;
    this.width = width;
    this.offset = offset;
  }

  private static DType requireReadable(String name, DType dtype) {
    return switch (dtype) {
      case F32, F64, I8, U8, I16, U16, I32, I64, BOOL -> dtype;
      default ->
          throw new DataException(
              "Column \"%s\" needs a dtype f32, f64, i8, u8, i16, u16, i32, i64 or bool, but got %s. Read it as one of them and convert the array."
                  .formatted(name, dtype));
    };
  }

  String name() {
    return name;
  }

  /** Stores a field; false if it is no value of the dtype. */
  boolean store(int row, byte[] bytes, int from, int to) {
    int at = row * width + offset;
    switch (dtype) {
      case F32 -> {
        if (!decimal.isNumber(bytes, from, to) || !fits(decimal.value())) {
          return false;
        }
        target.withRoom(row).floats()[at] = (float) decimal.value();
      }
      case F64 -> {
        if (!decimal.isNumber(bytes, from, to) || !fits(decimal.value())) {
          return false;
        }
        target.withRoom(row).doubles()[at] = decimal.value();
      }
      case BOOL -> {
        var truth = texts.value(boolean.class, bytes, from, to);
        if (truth == null) {
          return false;
        }
        target.withRoom(row).bytes()[at] = (byte) (truth.equals(true) ? 1 : 0);
      }
      default -> {
        if (!decimal.isInteger(bytes, from, to) || !fits(decimal.integer())) {
          return false;
        }
        target.withRoom(row).setLong(at, decimal.integer());
      }
    }
    return true;
  }

  /** Stores a missing number; false if the dtype cannot represent it. */
  boolean storeMissing(int row) {
    Buffer room = target.withRoom(row);
    if (dtype.isFloating()) {
      room.setDouble(row * width + offset, Double.NaN);
    }
    return dtype.isFloating();
  }

  /** {@return the requirement on a field of this column, for messages} */
  String needed() {
    return switch (dtype) {
      case F32, F64 -> needed("a number");
      case BOOL -> "true, false, 1 or 0";
      default -> needed("an integer of " + dtype);
    };
  }

  /** {@return a sentence for a field that does not fit} */
  String mend(String field) {
    var bytes = field.getBytes(StandardCharsets.UTF_8);
    boolean isNumber = decimal.isNumber(bytes, 0, bytes.length);
    if (range != null || dtype.isFloating() || dtype == DType.BOOL || field.isBlank()) {
      return "Correct the file, or declare the text a missing value.";
    }
    return isNumber
        ? "Read decimals and larger numbers as floats."
        : "Read words with Preprocessing, correct the file, or declare the text a missing value.";
  }

  private String needed(String kind) {
    return range == null ? kind : range.needed(kind);
  }

  private boolean fits(double number) {
    return range == null || range.contains(number);
  }

  private boolean fits(long integer) {
    boolean held = dtype == DType.I64 || (integer >= dtype.lowest() && integer <= dtype.highest());
    return held && (range == null || range.contains(integer));
  }
}
