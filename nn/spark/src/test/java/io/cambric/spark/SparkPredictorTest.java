package io.cambric.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** A model is applied to each cell of a column. */
@Timeout(300)
class SparkPredictorTest {

  private static final Variables NONE = Variables.empty();

  private static SparkSession session;

  @BeforeAll
  static void start() {
    session = SparkSession.builder().config(LocalSpark.threads(2)).getOrCreate();
  }

  @AfterAll
  static void stop() {
    session.stop();
  }

  private static Dataset<Row> frame(DataType type, Object... cells) {
    var rows =
        IntStream.range(0, cells.length).mapToObj(i -> RowFactory.create(i, cells[i])).toList();
    var schema = new StructType().add("id", DataTypes.IntegerType).add("x", type);
    return session.createDataFrame(rows, schema).repartition(3);
  }

  private static List<Object> column(Dataset<Row> frame, String name) {
    return frame.orderBy("id").select(name).collectAsList().stream()
        .map(row -> row.get(0))
        .toList();
  }

  private static final DataType FLOATS = DataTypes.createArrayType(DataTypes.FloatType);

  @Test
  void each_cell_gets_what_the_model_gives_for_it_alone() {
    var net = Dense.of(3);
    var example = NdArray.of(Shape.of(1, 2), 0, 0);
    var variables = net.init(Key.of(1), example);
    var cells = IntStream.range(0, 23).<Object>mapToObj(i -> new float[] {i, -i / 2f}).toArray();
    var predicted =
        SparkPredictor.of(variables, Shape.of(2), (v, x) -> Dense.of(3).apply(v, x))
            .batch(4)
            .apply(frame(FLOATS, cells), "x", "y");
    assertThat(predicted.schema().apply("y").dataType())
        .isEqualTo(DataTypes.createArrayType(DataTypes.FloatType, false));
    var results = column(predicted, "y");
    for (int i = 0; i < cells.length; i++) {
      var alone = net.apply(variables, NdArray.of(Shape.of(1, 2), (float[]) cells[i]));
      assertThat(CollectionConverters.asJava((Seq<?>) results.get(i)))
          .as("row %d", i)
          .isEqualTo(
              IntStream.range(0, 3)
                  .mapToObj(j -> (float) alone.concrete("test").getDouble(j))
                  .toList());
    }
  }

  @Test
  void cells_are_numbers_arrays_of_arrays_or_bytes() {
    PredictFunction sums = (v, x) -> x.reshape(x.dim(0), -1).sum(1);
    assertThat(predicted(Shape.scalar(), (v, x) -> x.mul(2), frame(DataTypes.IntegerType, 3, -4)))
        .containsExactly(6, -8);
    assertThat(predicted(Shape.scalar(), (v, x) -> x.mul(2), frame(DataTypes.LongType, 3L)))
        .containsExactly(6);
    assertThat(predicted(Shape.scalar(), (v, x) -> x.mul(2), frame(DataTypes.DoubleType, 0.25)))
        .containsExactly(0.5f);
    assertThat(
            predicted(
                Shape.of(2, 2),
                sums,
                frame(DataTypes.createArrayType(FLOATS), (Object) new float[][] {{1, 2}, {3, 4}})))
        .containsExactly(10f);
    assertThat(
            predicted(
                Shape.of(3),
                (v, x) -> x.astype(DType.I32).sum(1),
                frame(DataTypes.BinaryType, (Object) new byte[] {1, 2, -1})))
        .containsExactly(258);
    assertThat(
            predicted(
                Shape.scalar(),
                (v, x) -> x.astype(DType.F32).lt(1),
                frame(DataTypes.BooleanType, true, false)))
        .containsExactly(false, true);
  }

  private static List<Object> predicted(
      Shape example, PredictFunction function, Dataset<Row> frame) {
    return column(SparkPredictor.of(NONE, example, function).batch(2).apply(frame, "x", "y"), "y");
  }

  @Test
  void other_columns_stay() {
    var predicted =
        SparkPredictor.of(NONE, Shape.scalar(), (v, x) -> x)
            .apply(frame(DataTypes.FloatType, 1f), "x", "y");
    assertThat(predicted.columns()).containsExactly("id", "x", "y");
    assertThat(predicted.collectAsList()).containsExactly(RowFactory.create(0, 1f, 1f));
  }

  @Test
  void variables_of_several_collections_and_boxes_arrive() {
    var variables =
        Variables.of(Params.of("w", NdArray.scalar(DType.F32, 2)))
            .with("batch_stats", Params.of("mean", NdArray.scalar(DType.F32, 5)));
    assertThat(
            column(
                SparkPredictor.of(
                        variables,
                        Shape.scalar(),
                        (v, x) ->
                            x.mul(v.params().get("w")).add(v.collection("batch_stats").get("mean")))
                    .apply(frame(DataTypes.FloatType, 1f), "x", "y"),
                "y"))
        .containsExactly(7f);
  }

  @Test
  void columns_that_do_not_fit_are_refused() {
    var predictor = SparkPredictor.of(NONE, Shape.scalar(), (v, x) -> x);
    var frame = frame(DataTypes.FloatType, 1f);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> predictor.apply(frame, "pixels", "y"))
        .withMessageStartingWith(
            "SparkPredictor needs a column \"pixels\", but the columns are [id, x]. Name one of them.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> predictor.apply(frame, "x", "id"))
        .withMessageStartingWith(
            "SparkPredictor needs a new name for its results, but there is already a column "
                + "\"id\". Choose another name, or drop the column.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> predictor.apply(frame(DataTypes.StringType, "a"), "x", "y"))
        .withMessageStartingWith(
            "SparkPredictor needs a column of numbers or number arrays, but \"x\" has type "
                + "string. Convert it, for example with a cast.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> SparkPredictor.of(NONE, Shape.scalar(), (v, x) -> x.sum()).apply(frame, "x", "y"))
        .withMessageStartingWith(
            "SparkPredictor needs a result for each of 64 examples, but the function "
                + "returned f32[]. Return an array with the examples along axis 0.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> predictor.batch(0))
        .withMessageStartingWith(
            "SparkPredictor needs a batch of at least 1, but got 0. Leave it out for the default.");
  }

  @Test
  void cells_that_do_not_fit_fail() {
    assertFails(
        Shape.of(3),
        frame(FLOATS, (Object) new float[] {1, 2}),
        "SparkPredictor needs 3 elements in each cell of column \"x\", for the shape "
            + "[3], but one has 2. Correct the data or the shape.");
    assertFails(
        Shape.scalar(),
        frame(FLOATS, (Object) new float[] {1, 2}),
        "SparkPredictor needs 1 elements in each cell of column \"x\", for the shape "
            + "[], but one has more. Correct the data or the shape.");
    assertFails(
        Shape.scalar(),
        frame(DataTypes.FloatType, (Object) null),
        "SparkPredictor needs numbers in column \"x\", but a cell has null. Fill it, or leave out"
            + " its row.");
    assertFails(
        Shape.scalar(),
        frame(DataTypes.LongType, 1L << 40),
        "SparkPredictor needs whole numbers of 32 bits in column \"x\", but a cell has"
            + " 1099511627776. Pass numbers in that range, or convert the column to a floating"
            + " type.");
  }

  @Test
  void doubles_become_the_nearest_float_and_never_an_infinite_one() {
    PredictFunction same = (v, x) -> x;
    assertThat(
            predicted(
                Shape.scalar(),
                same,
                frame(DataTypes.DoubleType, 0.1, -3.4e38, 1e-300, Double.NEGATIVE_INFINITY)))
        .containsExactly(0.1f, -3.4e38f, 0f, Float.NEGATIVE_INFINITY);
    for (double large : new double[] {1e300, -1e39}) {
      assertFails(
          Shape.scalar(),
          frame(DataTypes.DoubleType, large),
          "SparkPredictor needs numbers that fit a float in column \"x\", but a cell has %s. Scale"
              .formatted(large));
    }
    assertFails(
        Shape.of(2),
        frame(DataTypes.createArrayType(DataTypes.DoubleType), (Object) new double[] {1, 1e300}),
        "SparkPredictor needs numbers that fit a float in column \"x\", but a cell has 1.0E300."
            + " Scale the column, or leave out its row.");
  }

  private static void assertFails(Shape example, Dataset<Row> frame, String message) {
    var predicted = SparkPredictor.of(NONE, example, (v, x) -> x).apply(frame, "x", "y");
    assertThatExceptionOfType(SparkException.class)
        .isThrownBy(predicted::collectAsList)
        .withStackTraceContaining(message);
  }

  @Test
  void a_predictor_shows_its_choices() {
    assertThat(SparkPredictor.of(NONE, Shape.of(8, 8, 1), (v, x) -> x).batch(3))
        .hasToString("SparkPredictor[example=[8, 8, 1], batch=3]");
  }
}
