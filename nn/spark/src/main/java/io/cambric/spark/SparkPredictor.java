package io.cambric.spark;

import io.cambric.array.Shape;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import java.util.Arrays;
import java.util.Objects;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * Applies a model to a column of a data set. Immutable; each method returns another one.
 *
 * {@snippet :
 * var predictor = SparkPredictor.of(variables, Shape.of(8, 8, 1),
 *     (v, images) -> Model.of(48).apply(v, images).argmax(-1));
 * Dataset<Row> predicted = predictor.apply(frame, "pixels", "digit");
 * }
 *
 * <p>The variables are sent to each executor once, by a broadcast, and the function is compiled
 * there once, for batches of one size.
 */
public final class SparkPredictor {

  private static final int BATCH = 64;

  private final Variables variables;
  private final Shape example;
  private final PredictFunction function;
  private final int batch;

  private SparkPredictor(Variables variables, Shape example, PredictFunction function, int batch) {
    this.variables = variables;
    this.example = example;
    this.function = function;
    this.batch = batch;
  }

  /**
   * {@return a predictor with batches of 64}
   *
   * @param variables of the model
   * @param example the shape of one example, into which the elements of a cell are put row by row
   * @param function applies the model to a batch; compiled
   */
  public static SparkPredictor of(Variables variables, Shape example, PredictFunction function) {
    return new SparkPredictor(variables, example, function, BATCH);
  }

  /**
   * {@return this with another number of examples in a batch}
   *
   * @throws HyperparameterException if it is below 1
   */
  public SparkPredictor batch(int size) {
    if (size < 1) {
      throw new HyperparameterException(
          "SparkPredictor needs a batch of at least 1, but got %d. Leave it out for the default."
              .formatted(size));
    }
    return new SparkPredictor(variables, example, function, size);
  }

  /**
   * {@return a data set with one more column}
   *
   * <p>The cells of the input column are numbers, or arrays of them, also nested ones; or bytes,
   * read as unsigned. Floating numbers become the nearest f32, whole numbers i32, booleans bool and
   * bytes u8. Cells of the result are numbers if the model gives {@code [n]}, and otherwise arrays
   * of the elements.
   *
   * @param frame the data set, which is read when the result is read
   * @param input the name of the column of examples
   * @param output the name of the new column
   * @throws DataException if there is no input column of such cells, there is an output column
   *     already, or the model gives no result for each example; reading fails at a cell that is
   *     null, of another number of elements, or out of range
   */
  public Dataset<Row> apply(Dataset<Row> frame, String input, String output) {
    var columns = frame.schema();
    if (!Arrays.asList(columns.fieldNames()).contains(input)) {
      throw new DataException(
          "SparkPredictor needs a column \"%s\", but the columns are %s. Name one of them."
              .formatted(input, Arrays.toString(columns.fieldNames())));
    }
    if (Arrays.asList(columns.fieldNames()).contains(output)) {
      throw new DataException(
          "SparkPredictor needs a new name for its results, but there is already a column \"%s\". Choose another name, or drop the column."
              .formatted(output));
    }
    int place = columns.fieldIndex(input);
    var cells =
        new ColumnCells(
            input, example, ColumnCells.dtype(input, columns.fields()[place].dataType()));
    var column = resultColumn(cells);
    var schema = columns.add(output, column.type(), false);
    var context = JavaSparkContext.fromSparkContext(frame.sparkSession().sparkContext());
    var model = BroadcastModel.of(context, variables, function);
    return frame.mapPartitions(task(model, cells, place, batch), Encoders.row(schema));
  }

  /** {@return the work of a task, which does not capture this predictor} */
  private static MapPartitionsFunction<Row, Row> task(
      BroadcastModel model, ColumnCells cells, int place, int batch) {
    return rows -> new PredictedRows(rows, model, cells, place, batch);
  }

  private ResultColumn resultColumn(ColumnCells cells) {
    var zeros = Numpy.zeros(example.insert(0, batch), cells.dtype());
    var result =
        (ShapedArray)
            Objects.requireNonNull(
                Transforms.evalShape((Variables v) -> function.predict(v, zeros), variables));
    return ResultColumn.of(result, batch);
  }

  /** {@return the shape of an example and the size of batches} */
  @Override
  public String toString() {
    return "SparkPredictor[example=%s, batch=%d]".formatted(example, batch);
  }
}
