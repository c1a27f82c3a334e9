package io.cambric.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.nn.Dense;
import io.cambric.nn.training.StepResult;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Trainings and predictions with both serializers of Spark, in JVMs of their own: Kryo needs the
 * options that Spark's launcher gives them, and knows no class but Spark's.
 */
@Timeout(300)
class SerializerTest {

  /** A row that Kryo cannot make, as it is a record. */
  private record Point(float x) implements Serializable {}

  /** A row that Java's serialization refuses. */
  static final class Bare {

    private float x;

    static Bare of(float x) {
      var bare = new Bare();
      bare.x = x;
      return bare;
    }
  }

  /** A function that Spark can send. */
  private interface SerializableFunction<T> extends Function<T, Float>, Serializable {}

  /** A driver; its argument is the class of the serializer. Lines are results by their names. */
  static final class Driver {

    private Driver() {}

    public static void main(String[] arguments) throws IOException {
      var conf =
          LocalSpark.threads(2)
              .set("spark.serializer", arguments[0])
              .set("spark.kryo.registrationRequired", "true")
              // Less than the wide state has.
              .set("spark.kryoserializer.buffer.max", "1m");
      boolean isKryo = arguments[0].equals(KryoSerializer.class.getName());
      if (isKryo) {
        conf.registerKryoClasses(new Class<?>[] {Bare.class});
      }
      run(conf, isKryo);
    }

    private static void run(SparkConf conf, boolean isKryo) throws IOException {
      try (var session = SparkSession.builder().config(conf).getOrCreate()) {
        var context = new JavaSparkContext(session.sparkContext());
        var points = context.parallelize(Line.points(), 5);
        IO.println("numbers " + trained(points, x -> x));
        IO.println("records " + trained(points.map(Point::new), Point::x));
        var cells = Line.points().stream().map(x -> RowFactory.create(x)).toList();
        var frame = session.createDataFrame(cells, new StructType().add("x", DataTypes.FloatType));
        var sorted = frame.repartition(1).sort("x");
        IO.println("frame " + trained(sorted.javaRDD(), (Row row) -> row.getFloat(0)));
        if (isKryo) {
          IO.println("bare " + trained(points.map(Bare::of), bare -> bare.x));
        }
        var wide =
            SparkTrainer.<StandardTrainState<Dense>, Float>of(
                    Driver::wide,
                    (state, share) ->
                        Training.of(
                                state,
                                (StandardTrainState<Dense> same, Array _) -> StepResult.of(same))
                            .data(Line.batchesOf(share)))
                .processes(2)
                .train(points);
        IO.println("wide " + TreeDigest.of(wide.state()).equals(TreeDigest.of(wide())));
        var weights = Variables.of(Params.of("w", NdArray.scalar(DType.F32, 37)));
        var predictor =
            SparkPredictor.of(weights, Shape.scalar(), (v, x) -> x.mul(v.params().get("w")));
        for (int i = 0; i < 2; i++) {
          var sums = predictor.batch(8).apply(sorted, "x", "y").selectExpr("sum(y)");
          IO.println("sum " + Math.round(sums.first().getDouble(0)));
        }
      }
    }

    private static StandardTrainState<Dense> wide() {
      var net = Dense.of(300_000);
      var x = Numpy.zeros(Shape.of(1, 1), DType.F32);
      return StandardTrainState.create(net, net.init(Key.of(7), x), Optax.sgd(0.1));
    }

    private static <T> String trained(JavaRDD<T> rows, SerializableFunction<T> number) {
      var trained =
          SparkTrainer.<StandardTrainState<Dense>, T>of(
                  Line::state,
                  (state, share) -> {
                    var numbers = share.list().stream().map(number).toList();
                    return Line.training(state, new Share<>(share.rank(), 2, numbers), 2);
                  })
              .processes(2)
              .train(rows);
      return TreeDigest.of(trained.state().params());
    }
  }

  private static List<String> output(Class<?> serializer, String... options) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Collections.addAll(command, options);
    Collections.addAll(command, "-Xmx512m", "-cp", System.getProperty("java.class.path"));
    Collections.addAll(command, Driver.class.getName(), serializer.getName());
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var in = process.getInputStream()) {
      var lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      assertThat(process.waitFor()).isZero();
      return lines;
    } finally {
      process.destroyForcibly();
    }
  }

  private static Stream<String> lines(String... kinds) {
    var params = TreeDigest.of(Line.trainedInWorkers(2, 2));
    return Stream.concat(
        Stream.of(kinds).map(kind -> kind + " " + params),
        // The sum of 0 to 36.
        Stream.of("wide true", "sum 666", "sum 666"));
  }

  @Test
  void kryo_that_requires_registration_trains_and_predicts() throws Exception {
    assertThat(output(KryoSerializer.class, JavaModuleOptions.defaultModuleOptionArray()))
        .containsExactlyElementsOf(lines("numbers", "records", "frame", "bare").toList());
  }

  @Test
  void the_serializer_of_java_trains_and_predicts_without_options() throws Exception {
    assertThat(output(JavaSerializer.class))
        .containsExactlyElementsOf(lines("numbers", "records", "frame").toList());
  }

  @Test
  void a_failure_with_parts_that_cannot_be_sent_is_sent_as_text() {
    try (var context = new JavaSparkContext(LocalSpark.threads(1))) {
      assertThat(context.isLocal()).isTrue();
      var failure =
          new IllegalStateException("odd") {
            private final Object part = new Object();

            @Override
            public String toString() {
              return "odd, with " + part.getClass().getSimpleName();
            }
          };

      assertThatThrownBy(() -> SerializedObjects.of(failure))
          .isInstanceOf(NotSerializableException.class);
      assertThat(Outcome.Failed.of(1, failure).failure())
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessage("odd, with Object");
    }
  }
}
