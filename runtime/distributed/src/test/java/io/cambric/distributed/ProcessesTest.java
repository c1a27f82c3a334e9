package io.cambric.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ProcessGroupException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.testing.OtherProcess;
import io.cambric.testing.Sampled;
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
              .withHeartbeatTimeout(Duration.ofSeconds(4));
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

  /** Two processes, of which the second one keeps all threads for virtual threads busy. */
  static final class Busy {

    private static final Duration HEARTBEAT_TIMEOUT = Duration.ofMillis(500);

    private Busy() {}

    public static void main(String[] arguments) throws InterruptedException {
      int rank = Integer.parseInt(arguments[0]);
      var options =
          GroupOptions.of(rank, 2, Members.HOST, Integer.parseInt(arguments[1]))
              .withHeartbeatTimeout(HEARTBEAT_TIMEOUT);
      boolean fails = Boolean.parseBoolean(arguments[2]);
      Runnable work = () -> run(options, fails);
      if (rank == 0) {
        work.run();
      } else {
        Thread.startVirtualThread(work).join();
      }
    }

    private static void run(GroupOptions options, boolean fails) {
      try (var group = ProcessGroup.join(options)) {
        System.out.println(group.run("i", () -> Lax.psum(work(group.rank(), fails), "i")));
        group.barrier();
      } catch (ProcessGroupException e) {
        System.out.println(e.getMessage());
      } catch (IllegalStateException e) {
        computeFor(Duration.ofSeconds(20));
      }
    }

    private static Array work(int rank, boolean fails) {
      if (rank == 1) {
        computeFor(HEARTBEAT_TIMEOUT.multipliedBy(6));
        if (fails) {
          // The other process is to know before this one has left its group.
          Thread.startVirtualThread(() -> computeFor(Duration.ofSeconds(20)));
          throw new IllegalStateException("no data");
        }
      }
      return Numpy.ones(Shape.of(2));
    }

    /** Never lets another virtual thread run. */
    private static void computeFor(Duration time) {
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }

  private static List<OtherProcess> busy(boolean fails) throws IOException {
    int port = Members.freePort();
    var processes = new ArrayList<OtherProcess>();
    for (int rank = 0; rank < 2; rank++) {
      processes.add(
          OtherProcess.start(
              List.of(
                  "-Xmx128m",
                  "-Djdk.virtualThreadScheduler.parallelism=1",
                  "-Djdk.virtualThreadScheduler.maxPoolSize=1"),
              Busy.class,
              Integer.toString(rank),
              Integer.toString(port),
              Boolean.toString(fails)));
    }
    return processes;
  }

  @Test
  @Sampled
  void a_process_that_computes_on_virtual_threads_gives_signs_of_life() throws IOException {
    var processes = busy(false);
    assertThat(lastLine(processes.getFirst())).isEqualTo("f32[2] [2.0, 2.0]");
    processes.forEach(OtherProcess::close);
  }

  @Test
  @Sampled
  void a_process_that_computes_on_virtual_threads_says_why_it_failed() throws IOException {
    var processes = busy(true);
    assertThat(lastLine(processes.getFirst()))
        .isEqualTo(
            "Process 1 of 2 failed: java.lang.IllegalStateException: no data. Check its "
                + "log, and restart all processes from their last checkpoint.");
    processes.forEach(OtherProcess::close);
  }

  /** {@return the last line of a process, before which it may log} */
  private static String lastLine(OtherProcess process) throws IOException {
    var last = "";
    for (var line = process.line(); line != null; line = process.line()) {
      last = line;
    }
    return last;
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
  @Sampled
  void a_killed_process_stops_all_others() throws IOException, InterruptedException {
    for (int gone = 0; gone < SIZE; gone++) {
      var processes = started();
      processes.get(gone).kill();
      assertOthersSay(
          processes,
          gone,
          "Process %d of 3 \\(127\\.0\\.0\\.1:\\d+\\) ended or is no longer reachable \\(.+\\)\\. Check its log, and restart all processes from their last checkpoint\\."
              .formatted(gone));
    }
  }

  @Test
  @Sampled
  @DisabledOnOs(OS.WINDOWS)
  void a_halted_process_stops_all_others() throws IOException, InterruptedException {
    var processes = started();
    processes.get(1).halt();
    assertOthersSay(
        processes,
        1,
        "Process 1 of 3 \\(127\\.0\\.0\\.1:\\d+\\) sent no heartbeat for \\d+ ms\\. "
            + "Check whether it has stopped or the network is down, and restart all "
            + "processes from their last checkpoint\\.");
  }
}
