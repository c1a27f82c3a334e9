package io.cambric.spark;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import java.util.ArrayList;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * The column of results.
 *
 * @param type of its cells
 */
record ResultColumn(DataType type) {

  static ResultColumn of(ShapedArray result, int batch) {
    if (result.rank() == 0 || result.shape().dim(0) != batch) {
      throw new DataException(
          "SparkPredictor needs a result for each of %d examples, but the function returned %s. Return an array with the examples along axis 0."
              .formatted(batch, result));
    }
    var element = element(result.dtype());
    return new ResultColumn(
        result.rank() == 1 ? element : DataTypes.createArrayType(element, false));
  }

  private static DataType element(DType dtype) {
    return switch (dtype) {
      case BOOL -> DataTypes.BooleanType;
      case F64 -> DataTypes.DoubleType;
      case F32, F16, BF16 -> DataTypes.FloatType;
      case I64, U32 -> DataTypes.LongType;
      case I32, I16, I8, U16, U8 -> DataTypes.IntegerType;
      default ->
          throw new DataException(
              "SparkPredictor needs results of a dtype that Spark supports, but the function returned %s. Convert them to f32 or i32."
                  .formatted(dtype.shortName()));
    };
  }

  /** {@return the cell of one example} */
  static Object cell(NdArray results, int row) {
    if (results.rank() == 1) {
      return number(results, row);
    }
    int size = results.size() / results.shape().dim(0);
    var numbers = new ArrayList<Object>(size);
    for (int i = 0; i < size; i++) {
      numbers.add(number(results, row * size + i));
    }
    return numbers.toArray();
  }

  private static Object number(NdArray results, int index) {
    return switch (results.dtype()) {
      case BOOL -> results.getLong(index) != 0;
      case F64 -> results.getDouble(index);
      case F32, F16, BF16 -> (float) results.getDouble(index);
      case I64, U32 -> results.getLong(index);
      default -> (int) results.getLong(index);
    };
  }
}
