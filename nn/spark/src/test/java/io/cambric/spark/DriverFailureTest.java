package io.cambric.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A driver that is killed and started again ends with the parameters of one that ran through. */
class DriverFailureTest {

  private static final int EPOCHS = 6;

  /** A driver; arguments: the folder of checkpoints, milliseconds a step. */
  static final class Driver {

    private Driver() {}

    public static void main(String[] arguments) {
      long millis = Long.parseLong(arguments[1]);
      try (var context = new JavaSparkContext(LocalSpark.threads(2))) {
        var trained =
            SparkTrainer.of(Line::state, new SlowTraining(EPOCHS, millis))
                .processes(2)
                .checkpoint(arguments[0])
                .progress(progress -> System.out.println("step " + progress.step()))
                .train(context.parallelize(Line.points(), 2));
        System.out.println("params " + TreeDigest.of(trained.state().params()));
      }
    }
  }

  private static Process started(String uri, int millis) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-modules=jdk.incubator.vector",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            Driver.class.getName(),
            uri,
            Integer.toString(millis))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static String await(Process driver, String pattern) throws IOException {
    var lines =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.matches(pattern)) {
        return line;
      }
    }
    throw new AssertionError("the driver has ended without " + pattern);
  }

  @Test
  @Timeout(300)
  void a_killed_driver_leaves_the_parameters_as_they_are(@TempDir Path folder) throws Exception {
    var uri = folder.toUri().toString();
    for (int kill = 0; kill < 2; kill++) {
      var driver = started(uri, 60);
      // Past the first epoch, which has six steps, and before the last one.
      await(driver, "step (?:[89]|[12][0-9])");
      driver.destroyForcibly().waitFor();
    }
    var last = started(uri, 0);
    assertThat(await(last, "params .*"))
        .isEqualTo("params " + TreeDigest.of(Line.trainedInWorkers(2, EPOCHS)));
    assertThat(last.waitFor()).isZero();
  }
}
