package io.cambric.examples.spark;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Digits as rows of a data set of Spark, with the columns {@code pixels} and {@code digit}. */
final class DigitRows {

  /** The shape of an image. */
  static final Shape IMAGE = Shape.of(8, 8, 1);

  private static final StructType SCHEMA =
      new StructType()
          .add("pixels", DataTypes.createArrayType(DataTypes.FloatType, false), false)
          .add("digit", DataTypes.IntegerType, false);

  private DigitRows() {}

  /** {@return digits as a data set} */
  static Dataset<Row> of(DigitsData digits, SparkSession session) {
    var rows = new ArrayList<Row>();
    for (int i = 0; i < digits.size(); i++) {
      rows.add(RowFactory.create(digits.pixels().get(i), digits.labels().get(i)));
    }
    return session.createDataFrame(rows, SCHEMA);
  }

  /** {@return rows as arrays} */
  static Batch batch(List<Row> rows) {
    int size = IMAGE.size();
    var pixels = new float[rows.size() * size];
    var digits = new int[rows.size()];
    for (int i = 0; i < rows.size(); i++) {
      List<Float> cell = rows.get(i).getList(0);
      for (int j = 0; j < size; j++) {
        pixels[i * size + j] = cell.get(j);
      }
      digits[i] = rows.get(i).getInt(1);
    }
    return new Batch(
        NdArray.of(IMAGE.insert(0, rows.size()), pixels),
        NdArray.ofInts(Shape.of(rows.size()), digits));
  }
}
