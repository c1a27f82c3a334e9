package io.cambric.examples.ensemble;

import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.distributed.GroupOptions;
import io.cambric.distributed.ProcessGroup;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.ensemble.EnsembleExample.Calibration;
import io.cambric.numpy.Key;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnsembleExampleTest {

  private static final EnsembleExample.Ensemble ENSEMBLE = EnsembleExample.Ensemble.of(4);

  /** Computed by Flax and Optax with the same keys. */
  private static final double[] LOSSES = {1.9293113, 1.9960784};

  private static final int[] CORRECT = {254, 222};

  @TempDir private Path folder;

  @Test
  void members_end_as_trainings_of_flax_with_their_keys_do() {
    var probabilities = EnsembleExample.train(ENSEMBLE, Key.of(5), 2, 1, Optional.empty());

    assertThat(probabilities.shape()).isEqualTo(Shape.of(2, 360, 10));
    for (int i = 0; i < 2; i++) {
      var each = probabilities.get(i);
      var labels = ENSEMBLE.test().labels();
      assertThat(softmaxCrossEntropyWithIntegerLabels(each.log(), labels).mean().item())
          .isCloseTo(LOSSES[i], offset(1e-4));
      assertThat(each.argmax(-1).eq(labels).sum().item()).isCloseTo(CORRECT[i], offset(1.0));
    }
  }

  @Test
  void members_are_the_same_in_threads_and_in_processes() throws Exception {
    int port = freePort();
    var threads = EnsembleExample.train(ENSEMBLE, Key.of(5), 2, 1, Optional.empty());

    try (var executor = Executors.newFixedThreadPool(2)) {
      var first = executor.submit(() -> inGroup(0, port));
      var second = executor.submit(() -> inGroup(1, port));

      assertThat(first.get().toFloats()).isEqualTo(threads.toFloats());
      assertThat(second.get().toFloats()).isEqualTo(threads.toFloats());
    }
  }

  private static Array inGroup(int rank, int port) {
    try (var group = ProcessGroup.join(GroupOptions.of(rank, 2, "127.0.0.1", port))) {
      return EnsembleExample.train(ENSEMBLE, Key.of(5), 1, 1, Optional.of(group));
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void calibration_compares_confidence_with_accuracy_in_each_bin() {
    var probabilities = array(0.95, 0.05, 0.85, 0.15, 0.88, 0.12, 0.3, 0.7).reshape(4, 2);

    var calibration = Calibration.of(probabilities, array(0, 0, 1, 1));

    assertThat(calibration.share().toFloats())
        .containsExactly(0, 0, 0, 0, 0, 0, 0, 0.25f, 0.5f, 0.25f);
    assertThat(calibration.confidence().get(8).item()).isCloseTo(0.865, offset(1e-6));
    assertThat(calibration.accuracy().get(8).item()).isEqualTo(0.5);
    assertThat(calibration.error()).isCloseTo((0.3 * 1 + 0.365 * 2 + 0.05 * 1) / 4, offset(1e-6));
  }

  @Test
  void the_lines_compare_the_mean_with_each_member() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("calibration.svg");
    var run =
        CommandRun.of(
            EnsembleExample.COMMAND.commandLine(),
            "--members",
            2,
            "--epochs",
            1,
            "--report",
            report,
            "--picture",
            picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().get(0)).matches("2 members: \\d+\\.\\d s");
    assertThat(run.lines().get(1)).isEqualTo("           accuracy  log loss  calibration error");
    assertThat(run.lines().subList(2, 5))
        .allMatch(line ->
            line.matches("(member [01]|mean    )  +0\\.\\d{4}    \\d\\.\\d{4}  +0\\.\\d{4}"));
    assertThat(run.lines()).contains("report: " + report, "picture: " + picture);
    assertThat(run.lines().getLast()).matches("accuracy of the mean: 0\\.\\d{4}");
    assertThat(Files.readString(picture)).contains("member 0", "mean", "confidence");
  }
}
