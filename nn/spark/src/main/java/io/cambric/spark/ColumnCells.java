package io.cambric.spark;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import java.io.Serializable;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The cells of a column of examples.
 *
 * @param column its name
 * @param dims the shape of an example
 * @param dtype of the examples
 */
record ColumnCells(String column, int[] dims, DType dtype) implements Serializable {

  ColumnCells(String column, Shape example, DType dtype) {
    this(column, example.toArray(), dtype);
  }

  /** {@return the dtype of examples in a column of a type} */
  static DType dtype(String column, DataType type) {
    return switch (type) {
      case ArrayType array -> dtype(column, array.elementType());
      case FloatType _, DoubleType _ -> DType.F32;
      case ByteType _, ShortType _, IntegerType _, LongType _ -> DType.I32;
      case BooleanType _ -> DType.BOOL;
      case BinaryType _ -> DType.U8;
      default ->
          throw new DataException(
              "SparkPredictor needs a column of numbers or number arrays, but \"%s\" has type %s. Convert it, for example with a cast."
                  .formatted(column, type.simpleString()));
    };
  }

  Shape shape() {
    return Shape.of(dims);
  }

  /** Puts the elements of a cell into a batch as its row. */
  void put(@Nullable Object cell, Buffer batch, int row) {
    int size = shape().size();
    int end = put(cell, batch, row * size, (row + 1) * size);
    if (end != (row + 1) * size) {
      throw new DataException(
          "SparkPredictor needs %d elements in each cell of column \"%s\", for the shape %s, but one has %s. Correct the data or the shape."
              .formatted(
                  size, column, shape(), end > (row + 1) * size ? "more" : end - row * size));
    }
  }

  /**
   * {@return the position after the elements of a cell, or one past the end if there are too many}
   */
  private int put(@Nullable Object cell, Buffer batch, int at, int end) {
    switch (cell) {
      case Number number -> {
        if (at < end) {
          putNumber(number, batch, at);
        }
        return Math.min(at, end) + 1;
      }
      case Boolean value -> {
        return put((Number) (value ? 1 : 0), batch, at, end);
      }
      case byte[] bytes -> {
        int place = at;
        for (byte each : bytes) {
          place = put((Number) Byte.toUnsignedInt(each), batch, place, end);
        }
        return place;
      }
      case Iterable<?> elements -> {
        int place = at;
        for (var each : CollectionConverters.asJava(elements)) {
          place = put(each, batch, place, end);
        }
        return place;
      }
      case null, default ->
          throw new DataException(
              "SparkPredictor needs numbers in column \"%s\", but a cell has %s. Fill it, or leave out its row."
                  .formatted(column, cell));
    }
  }

  private void putNumber(Number number, Buffer batch, int at) {
    if (dtype != DType.I32) {
      batch.setDouble(at, nearestFloat(number.doubleValue()));
      return;
    }
    long value = number.longValue();
    if (value != (int) value) {
      throw new DataException(
          "SparkPredictor needs whole numbers of 32 bits in column \"%s\", but a cell has %d. Pass numbers in that range, or convert the column to a floating type."
              .formatted(column, value));
    }
    batch.setLong(at, value);
  }

  private float nearestFloat(double value) {
    if (Float.isInfinite((float) value) && !Double.isInfinite(value)) {
      throw new DataException(
          "SparkPredictor needs numbers that fit a float in column \"%s\", but a cell has %s. Scale the column, or leave out its row."
              .formatted(column, value));
    }
    return (float) value;
  }
}
