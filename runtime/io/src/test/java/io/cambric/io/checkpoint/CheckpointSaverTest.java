package io.cambric.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints on a thread of their own. */
class CheckpointSaverTest {

  /** Several pieces of a file, so that a save takes a while at a slow pace. */
  private static final int SIZE = 2_000_000;

  /** So slow that a save would take a minute if nobody waited for it. */
  private static final double SLOW = 1e-4;

  @TempDir private Path folder;

  private Array restored(long step) {
    return Checkpoints.in(folder).restore(Map.of("w", zeros()), step).get("w");
  }

  private static Array zeros() {
    return Numpy.zeros(Shape.of(SIZE), DType.F32);
  }

  private static double spread(Array array) {
    return Numpy.max(array).item() - Numpy.min(array).item();
  }

  @Test
  void a_state_that_the_next_steps_take_over_is_saved_as_it_was() {
    var step = Transforms.jit((Array w) -> w.add(1)).donate(0);
    var checkpoints = Checkpoints.in(folder).withKeep(100);
    Array w = step.apply(zeros());
    try (var saver = CheckpointSaver.of(checkpoints, SLOW)) {
      for (long i = 1; i <= 6; i++) {
        saver.save(Map.of("w", w), i);
        for (int k = 0; k < 5; k++) {
          var given = w;
          w = step.apply(given);
          assertThat(((NdArray) given).isDonated()).isTrue();
        }
      }
    }
    for (long i = 1; i <= 6; i++) {
      assertThat(Numpy.max(restored(i)).item()).isEqualTo(1 + 5 * (i - 1));
      assertThat(spread(restored(i))).isZero();
    }
  }

  @Test
  void after_a_save_its_memory_may_be_donated_again() {
    var w = (NdArray) Transforms.jit((Array x) -> x.add(1)).apply(zeros());
    try (var saver = CheckpointSaver.of(Checkpoints.in(folder), SLOW)) {
      saver.save(Map.of("w", w), 1);
      assertThat(w.ownsBuffer()).isFalse();
      saver.flush();
      assertThat(w.ownsBuffer()).isTrue();
    }
  }

  @Test
  void a_second_save_is_skipped_while_one_runs_if_that_is_asked_for() {
    try (var saver = CheckpointSaver.of(Checkpoints.in(folder).withKeep(9), SLOW)) {
      assertThat(saver.trySave(Map.of("w", zeros()), 1, CheckpointDetails.now())).isTrue();
      assertThat(saver.trySave(Map.of("w", zeros()), 2, CheckpointDetails.now())).isFalse();
      saver.flush();
      assertThat(saver.trySave(Map.of("w", zeros()), 3, CheckpointDetails.now())).isTrue();
    }
    assertThat(Checkpoints.in(folder).steps()).containsExactly(1L, 3L);
  }

  @Test
  void a_failure_of_the_thread_is_thrown_once_by_the_next_call() throws IOException {
    var place = folder.resolve("run");
    try (var saver = CheckpointSaver.of(Checkpoints.in(place))) {
      saver.save(Map.of("w", 1), 1);
      saver.flush();
      // A folder under the name of the file cannot be replaced.
      var taken = place.resolve("checkpoint_2.safetensors");
      Files.createDirectories(taken);
      saver.save(Map.of("w", 2), 2);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> saver.save(Map.of("w", 3), 3))
          .withMessage(
              "The checkpoint of step 2 was not saved: File %s cannot be written:".formatted(taken)
                  + " java.nio.file.FileSystemException: %s: it is not a regular file. Check that"
                      .formatted(taken)
                  + " its folder exists and has free space. Fix the cause, and save again.");
      saver.save(Map.of("w", 3), 3);
      saver.flush();
      assertThat(Checkpoints.in(place).steps()).containsExactly(3L);
      Files.createDirectories(place.resolve("checkpoint_4.safetensors"));
      saver.save(Map.of("w", 4), 4);
      assertThatExceptionOfType(DataException.class).isThrownBy(saver::close);
    }
  }

  @Test
  void a_tree_or_step_that_cannot_be_saved_is_refused_at_once() {
    try (var saver = CheckpointSaver.of(Checkpoints.in(folder))) {
      saver.save(Map.of("w", 1), 5);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> saver.save(Map.of("w", 1), 5))
          .withMessageStartingWith("Step 5 cannot be saved in " + folder);
      var w = (NdArray) zeros();
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> saver.save(Map.of("__metadata__", w), 6));
      assertThat(w.ownsBuffer()).isTrue();
    }
  }

  @Test
  void an_interrupt_of_the_training_does_not_lose_the_save() {
    try (var saver = CheckpointSaver.of(Checkpoints.in(folder), SLOW)) {
      saver.save(Map.of("w", zeros()), 1);
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(spread(restored(1))).isZero();
  }

  @Test
  void a_pace_out_of_range_is_refused() {
    for (double pace : new double[] {0, 1.5, Double.NaN}) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> CheckpointSaver.of(Checkpoints.in(folder), pace))
          .withMessage(
              "A saver needs a pace in (0, 1], but got %s. Leave it out for the default."
                  .formatted(pace));
    }
  }
}
