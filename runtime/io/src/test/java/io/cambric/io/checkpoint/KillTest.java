package io.cambric.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.testing.OtherProcess;
import io.cambric.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Trainings that are killed at any moment and resumed end as one that never was, to the bit. The
 * seed of the moments is {@code -Dkill.seed=N}, the number of kills of the long run {@code
 * -Dkills=N}.
 */
class KillTest {

  /** Past what one life comes to. */
  private static final String ENDLESS = "1000000000";

  /** Moments after its first step, and after the start of the JVM, in milliseconds. */
  private static final int MAX_WORK = 300;

  private static final int MAX_START = 700;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void killed_trainings_end_as_one_that_never_was(boolean beside) throws Exception {
    killAndCompare(Sample.isExhaustive() ? 12 : 4, beside);
  }

  @Test
  @Tag("long")
  void a_thousand_kills_change_nothing() throws Exception {
    killAndCompare(Integer.getInteger("kills", 1000), true);
  }

  private void killAndCompare(int kills, boolean beside) throws Exception {
    long seed = Long.getLong("kill.seed", 35);
    System.out.printf("kill.seed=%d, %d kills%n", seed, kills);
    var moments = new Random(seed);
    var run = folder.resolve("run");
    live(run, "1", beside);
    for (int i = 0; i < kills; i++) {
      try (var life = start(run, ENDLESS, beside)) {
        if (moments.nextInt(4) == 0) {
          Thread.sleep(moments.nextInt(MAX_START));
        } else {
          life.awaitLine("working");
          // Short ones above all, and some that are long enough for several saves.
          Thread.sleep(moments.nextInt(1 + moments.nextInt(MAX_WORK)), moments.nextInt(1_000_000));
        }
        life.kill();
      }
      // A save first removes what the one before left.
      assertThat(files(run, ".unfinished")).as("after kill %d", i).hasSizeBetween(0, 1);
    }
    long last = KilledTraining.checkpoints(run).latestStep().orElseThrow() + 1;
    live(run, Long.toString(last), beside);
    System.out.printf("%d kills, %d steps%n", kills, last);
    assertThat(last).isGreaterThanOrEqualTo(kills / 4);
    // The latest two and the best.
    assertThat(files(run, "")).hasSizeBetween(2, 3);
    assertSame(run, last);
  }

  private static void assertSame(Path run, long last) {
    var checkpoints = KilledTraining.checkpoints(run);
    assertThat(checkpoints.latestStep()).hasValue(last);
    var restored = checkpoints.restore(KilledTraining.initial());
    var never = KilledTraining.initial();
    var steps = new KilledTraining.Steps();
    while (never.step() < last) {
      never = steps.next(never);
    }
    assertThat(bits(restored.w())).isEqualTo(bits(never.w()));
    assertThat(bits(restored.moments())).isEqualTo(bits(never.moments()));
    assertThat(restored.key().data().toInts()).isEqualTo(never.key().data().toInts());
    assertThat(restored.step()).isEqualTo(never.step());
    assertThat(restored.position()).isEqualTo(never.position());
    assertThat(restored.loss()).isEqualTo(never.loss());
    assertThat(checkpoints.details(last).metrics()).containsEntry("loss", never.loss());
  }

  private static int[] bits(Array array) {
    var floats = array.toFloats();
    var bits = new int[floats.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(floats[i]);
    }
    return bits;
  }

  private static OtherProcess start(Path run, String last, boolean beside) throws IOException {
    return OtherProcess.start(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
        KilledTraining.class,
        run.toString(),
        last,
        Boolean.toString(beside));
  }

  private static void live(Path run, String last, boolean beside)
      throws IOException, InterruptedException {
    try (var life = start(run, last, beside)) {
      life.awaitLine("done {step=%s}".formatted(last));
      life.finish();
    }
  }

  private static List<String> files(Path run, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .toList();
    }
  }
}
