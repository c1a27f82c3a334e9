package io.cambric.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ProcessGroupException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.testing.OtherProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Groups of JVMs, of which one is killed or halted. */
@Timeout(60)
class ProcessesTest {

  private static final int SIZE = 3;

  private static final String MET = "met";

  /** Sums arrays with the others until the group stops, and prints why. */
  static final class Summing {

    private Summing() {}

    public static void main(String[] arguments) {
      var options =
          GroupOptions.of(
                  Integer.parseInt(arguments[0]),
                  SIZE,
                  Members.HOST,
                  Integer.parseInt(arguments[1]))
              .withSilence(Duration.ofSeconds(4));
      try (var group = ProcessGroup.join(options)) {
        group.run("i", () -> sumForEver());
      } catch (ProcessGroupException e) {
        System.out.println(e.getMessage());
      }
    }

    private static Array sumForEver() {
      Array x = Numpy.ones(Shape.of(100_000));
      for (int i = 0; true; i++) {
        x = Lax.pmean(x, "i");
        if (i == 0) {
          System.out.println(MET);
        }
      }
    }
  }

  private static List<OtherProcess> started() throws IOException {
    int port = Members.freePort();
    var processes = new ArrayList<OtherProcess>();
    for (int rank = 0; rank < SIZE; rank++) {
      processes.add(
          OtherProcess.start(
              List.of("-Xmx128m"), Summing.class, Integer.toString(rank), Integer.toString(port)));
    }
    for (var process : processes) {
      process.awaitLine(MET);
    }
    return processes;
  }

  private static void assertOthersSay(List<OtherProcess> processes, int gone, String pattern)
      throws IOException {
    for (int rank = 0; rank < SIZE; rank++) {
      if (rank != gone) {
        assertThat(processes.get(rank).line()).as("process %d", rank).matches(pattern);
      }
    }
    // The end of one is not to be what another one reports.
    processes.forEach(OtherProcess::close);
  }

  @Test
  void a_killed_process_stops_all_others() throws IOException, InterruptedException {
    for (int gone = 0; gone < SIZE; gone++) {
      var processes = started();
      processes.get(gone).kill();
      assertOthersSay(
          processes,
          gone,
          "Process %d of 3 \\(127\\.0\\.0\\.1:\\d+\\) ended, or cannot be reached any more \\(.+\\)\\. Look at its log, and start all processes again from their last checkpoint\\."
              .formatted(gone));
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_halted_process_stops_all_others() throws IOException, InterruptedException {
    var processes = started();
    processes.get(1).halt();
    assertOthersSay(
        processes,
        1,
        "Process 1 of 3 \\(127\\.0\\.0\\.1:\\d+\\) gave no sign of life for \\d+ ms\\. See whether"
            + " it is stopped or the network is down, and start all processes again from their last"
            + " checkpoint\\.");
  }
}
