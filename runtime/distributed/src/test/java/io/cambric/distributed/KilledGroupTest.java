package io.cambric.distributed;

import static io.cambric.testing.TestArrays.exact;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.distributed.GroupTraining.State;
import io.cambric.testing.OtherProcess;
import io.cambric.testing.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A training whose processes are killed at any moment, one at a time, and started again, ends as
 * one that never stopped, to the bit. The seed of the moments is {@code -Dkill.seed=N}, the number
 * of kills of the long run {@code -Dkills=N}.
 */
class KilledGroupTest {

  /** Moments after the first step, in milliseconds. */
  private static final int MAX_WORK = 200;

  @TempDir private Path folder;

  @Test
  @Timeout(120)
  @Sampled
  void killed_processes_lose_the_steps_since_the_checkpoint_alone() throws Exception {
    killAndCompare(2);
  }

  @Test
  @Tag("long")
  void a_hundred_kills_change_nothing() throws Exception {
    killAndCompare(Integer.getInteger("kills", 100));
  }

  private void killAndCompare(int kills) throws Exception {
    long seed = Long.getLong("kill.seed", 39);
    System.out.printf("kill.seed=%d, %d kills%n", seed, kills);
    var moments = new Random(seed);
    var file = folder.resolve("latest.safetensors");
    for (int i = 0; i < kills; i++) {
      var processes = started(file, GroupTraining.ENDLESS);
      for (var process : processes) {
        process.awaitLine("working");
      }
      Thread.sleep(moments.nextInt(MAX_WORK), moments.nextInt(1_000_000));
      int victim = moments.nextInt(GroupTraining.SIZE);
      processes.get(victim).kill();
      for (int rank = 0; rank < GroupTraining.SIZE; rank++) {
        if (rank != victim) {
          processes.get(rank).awaitLine("stopped");
        }
        processes.get(rank).kill();
      }
    }
    int last = State.read(file).step() + 3;
    for (var process : started(file, last)) {
      process.awaitLine("done");
      process.close();
    }
    assertSame(State.read(file), last);
  }

  private static void assertSame(State actual, int last) {
    var never = GroupTraining.undisturbed(last);
    System.out.printf("%d steps%n", last);
    assertThat(actual.step()).isEqualTo(last);
    assertThat(exact(List.of(actual.w(), actual.momentum())))
        .isEqualTo(exact(List.of(never.w(), never.momentum())));
  }

  private static List<OtherProcess> started(Path file, int last) throws IOException {
    int port = Members.freePort();
    var processes = new ArrayList<OtherProcess>();
    for (int rank = 0; rank < GroupTraining.SIZE; rank++) {
      processes.add(
          OtherProcess.start(
              List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"),
              GroupTraining.class,
              Integer.toString(rank),
              Members.HOST,
              Integer.toString(port),
              file.toString(),
              Integer.toString(last)));
    }
    return processes;
  }
}
