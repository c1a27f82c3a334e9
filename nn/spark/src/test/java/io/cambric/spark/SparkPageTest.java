package io.cambric.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of the page about Spark compiles, trains and predicts. */
class SparkPageTest {

  private static final Path PAGE = Path.of("../../docs/guides/spark.md");

  private static final Pattern PROGRAM =
      Pattern.compile("^```java\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  private static void compile(String program, Path folder) {
    var source =
        new SimpleJavaFileObject(
            URI.create("string:///app/Train.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return program;
          }
        };
    var output = new StringWriter();
    var options =
        List.of(
            "-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
    var compiler = ToolProvider.getSystemJavaCompiler();
    boolean compiled = compiler.getTask(output, null, null, options, null, List.of(source)).call();
    assertThat(compiled).as("%s", output).isTrue();
  }

  private static void writeRows(SparkSession session, Path file) {
    var schema =
        new StructType().add("features", DataTypes.createArrayType(DataTypes.FloatType, false));
    var rows =
        IntStream.range(0, 64)
            .mapToObj(i -> RowFactory.create((Object) new float[] {i / 64f, i % 8 / 8f}))
            .toList();
    session.createDataFrame(rows, schema).write().parquet(file.toString());
  }

  @Test
  @Timeout(300)
  void the_program_trains_and_predicts(@TempDir Path folder) throws Exception {
    var matcher = PROGRAM.matcher(Files.readString(PAGE));
    assertThat(matcher.find()).isTrue();
    compile(matcher.group(1), folder);
    var input = folder.resolve("rows");
    var output = folder.resolve("sums");
    var conf = LocalSpark.threads(2);
    try (var session = SparkSession.builder().config(conf).getOrCreate()) {
      writeRows(session, input);
    }
    // As spark-submit sets them, and class loaders.
    for (var option : conf.getAll()) {
      System.setProperty(option._1(), option._2());
    }
    try (var loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, SparkPageTest.class.getClassLoader())) {
      Thread.currentThread().setContextClassLoader(loader);
      var model = folder.resolve("model").toUri();
      loader
          .loadClass("app.Train")
          .getMethod("main", String[].class)
          .invoke(
              null, (Object) new String[] {input.toString(), model.toString(), output.toString()});
    } finally {
      Thread.currentThread().setContextClassLoader(SparkPageTest.class.getClassLoader());
      for (var option : conf.getAll()) {
        System.clearProperty(option._1());
      }
    }
    try (var session = SparkSession.builder().config(conf).getOrCreate()) {
      var rows = session.read().parquet(output.toString()).collectAsList();
      assertThat(rows)
          .hasSize(64)
          .allSatisfy(row -> {
            List<Float> features = row.getList(0);
            List<Float> sum = row.getList(1);
            assertThat(sum).hasSize(1);
            assertThat((double) sum.getFirst())
                .isCloseTo(features.get(0) + features.get(1), within(0.1));
          });
    }
  }
}
