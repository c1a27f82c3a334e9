package io.cambric.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.ConcretizationException;
import io.cambric.errors.DataException;
import io.cambric.errors.TreeStructureException;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.scope.Params;
import io.cambric.transform.Transforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {

  @TempDir private Path folder;

  /** A state as users write it: arrays, a number, and a function, which is no data. */
  record State(Params params, int step, List<Array> moments, Runnable callback) {}

  private static State state(double value, int step) {
    var array = NdArray.scalar(DType.F32, value);
    return new State(
        Params.of("Dense_0", Params.of("kernel", array)), step, List.of(array), () -> {});
  }

  private static Params params(double value) {
    return Params.of("w", NdArray.scalar(DType.F32, value));
  }

  @Test
  void restore_gives_the_arrays_and_numbers_that_were_saved_and_keeps_all_else() {
    Checkpoints.in(folder).save(state(3, 7), 7);
    var target = state(0, 0);

    var restored = Checkpoints.in(folder).restore(target);

    assertThat(restored.params().get("Dense_0", "kernel").item()).isEqualTo(3);
    assertThat(restored.step()).isEqualTo(7);
    assertThat(restored.moments().getFirst().item()).isEqualTo(3);
    assertThat(restored.callback()).isSameAs(target.callback());
  }

  @Test
  void numbers_of_all_kinds_and_single_arrays_are_trees() {
    Map<String, Object> numbers = new TreeMap<>();
    Map<String, Object> zeros = new TreeMap<>();
    numbers.putAll(Map.of("b", true, "d", 0.1, "f", 0.1f, "i", -3, "l", 1L << 40));
    zeros.putAll(Map.of("b", false, "d", 0.0, "f", 0f, "i", 0, "l", 0L));
    numbers.putAll(Map.of("byte", (byte) -128, "short", (short) -32768));
    zeros.putAll(Map.of("byte", (byte) 0, "short", (short) 0));
    Checkpoints.in(folder).save(numbers, 1);
    assertThat(Checkpoints.in(folder).restore(zeros)).isEqualTo(numbers);

    Array array = NdArray.of(Shape.of(2), 1, 2);
    Checkpoints.in(folder).withPrefix("array_").save(array, 1);
    Array restored =
        Checkpoints.in(folder).withPrefix("array_").restore((Array) NdArray.of(Shape.of(2), 0, 0));
    assertThat(restored.toFloats()).containsExactly(1, 2);
  }

  @Test
  void whole_numbers_are_saved_to_their_last_digit_alone_and_as_a_position() {
    record Place(long count, long[] position) {}
    var saved = new Place((1L << 53) + 1, new long[] {Long.MAX_VALUE, -1, Long.MIN_VALUE});
    Checkpoints.in(folder).save(saved, 1);

    var restored = Checkpoints.in(folder).restore(new Place(0, new long[3]));

    assertThat(restored.count()).isEqualTo(9007199254740993L);
    assertThat(restored.position()).containsExactly(Long.MAX_VALUE, -1, Long.MIN_VALUE);
  }

  @Test
  void a_position_of_other_length_is_refused() {
    var file = Checkpoints.in(folder).save(Map.of("position", new long[3]), 1);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).restore(Map.of("position", new long[2])))
        .withMessage(
            "Checkpoint %s does not match the tree that is restored: \"position\" is i64[3] instead"
                    .formatted(file)
                + " of i64[2]. Restore into a tree like the saved one, or select a part with "
                + "RestoreOptions.");
  }

  @Test
  void a_weak_dtype_is_restored_as_the_target_has_it() {
    Checkpoints.in(folder).save(List.of(NdArray.weakScalar(3.0)), 1);

    List<Array> restored = Checkpoints.in(folder).restore(List.<Array>of(NdArray.weakScalar(0.0)));

    assertThat(restored.getFirst().item()).isEqualTo(3);
    assertThat(restored.getFirst().aval()).isEqualTo(NdArray.weakScalar(0.0).aval());
  }

  @Test
  void a_whole_number_of_another_writer_is_restored_to_its_last_digit() {
    var number = Buffer.wrap(DType.I64, new long[] {Long.MAX_VALUE});
    SafeTensors.of(Map.of("value", NdArray.of(new ShapedArray(Shape.scalar(), DType.I64), number)))
        .write(folder.resolve("checkpoint_1.safetensors"));

    assertThat(Checkpoints.in(folder).restore(0L)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void without_a_checkpoint_restore_gives_the_target() {
    var target = params(1);
    assertThat(Checkpoints.in(folder.resolve("none")).restore(target)).isSameAs(target);
    assertThat(Checkpoints.in(folder).latestStep()).isEmpty();
  }

  @Test
  void a_step_that_is_not_there_is_refused() {
    Checkpoints.in(folder).save(params(1), 5);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).restore(params(0), 4))
        .withMessage(
            "There is no checkpoint of step 4 in %s, only of the steps [5]. Request one of them, or"
                    .formatted(folder)
                + " leave the step out for the latest.");
  }

  @Test
  void an_earlier_or_equal_step_is_refused_and_changes_nothing() {
    var checkpoints = Checkpoints.in(folder);
    checkpoints.save(params(5), 5);
    for (long step : List.of(3L, 5L)) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> checkpoints.save(params(0), step))
          .withMessage(
              "Step %d cannot be saved in %s, which already has the checkpoints"
                      .formatted(step, folder)
                  + " [5]. Save a later step, or allow overwriting with withOverwrite(true).");
    }
    assertThat(checkpoints.steps()).containsExactly(5L);
    assertThat(checkpoints.restore(params(0)).get("w").item()).isEqualTo(5);
  }

  @Test
  void a_negative_step_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).save(params(0), -1))
        .withMessage(
            "Saving in %s needs a step of at least 0, but got -1. Count steps from 0."
                .formatted(folder));
  }

  @Test
  void overwriting_removes_what_is_later() {
    var checkpoints = Checkpoints.in(folder).withKeep(5).withOverwrite(true);
    for (long step = 1; step <= 4; step++) {
      checkpoints.save(params(step), step);
    }
    checkpoints.save(params(20), 2);
    assertThat(checkpoints.steps()).containsExactly(1L, 2L);
    assertThat(checkpoints.restore(params(0)).get("w").item()).isEqualTo(20);
  }

  @Test
  void the_latest_are_kept_by_number_and_not_by_name() {
    var checkpoints = Checkpoints.in(folder).withKeep(2);
    for (long step : List.of(8L, 9L, 10L, 11L)) {
      checkpoints.save(params(step), step);
    }
    assertThat(checkpoints.steps()).containsExactly(10L, 11L);
    assertThat(checkpoints.latestStep()).hasValue(11);
    assertThat(checkpoints.restore(params(0), 10).get("w").item()).isEqualTo(10);
  }

  @Test
  void older_ones_are_kept_at_the_given_distance_of_steps() {
    var checkpoints = Checkpoints.in(folder).withKeep(1).withKeepEvery(3);
    for (long step = 1; step <= 9; step++) {
      checkpoints.save(params(step), step);
    }
    assertThat(checkpoints.steps()).containsExactly(1L, 4L, 7L, 9L);
  }

  @Test
  void other_files_in_the_folder_are_left_alone() throws IOException {
    var other = Files.writeString(folder.resolve("checkpoint_x.safetensors"), "other");
    Checkpoints.in(folder).withPrefix("best_").save(params(1), 9);
    Checkpoints.in(folder).save(params(2), 1);
    Checkpoints.in(folder).save(params(3), 2);
    assertThat(other).exists();
    assertThat(Checkpoints.in(folder).withPrefix("best_").steps()).containsExactly(9L);
  }

  @Test
  void a_checkpoint_of_another_tree_is_refused_with_all_that_differs() {
    var file = Checkpoints.in(folder).save(Params.of("a", params(1)).with("b", params(2)), 1);
    var target = Params.of("a", Params.of("w", NdArray.of(Shape.of(2), 0, 0))).with("c", params(0));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).restore(target))
        .withMessage(
            "Checkpoint %s does not match the tree that is restored: \"a/w\" is f32[] instead of"
                    .formatted(file)
                + " f32[2]; \"b/w\" is not requested; \"c/w\" is missing. Restore into a tree "
                + "like the saved one, or select a part with RestoreOptions.");
  }

  @Test
  void of_very_many_differences_the_first_are_listed_and_the_others_counted() {
    Map<String, Object> saved = new TreeMap<>();
    for (int i = 100; i < 170; i++) {
      saved.put("w" + i, i);
    }
    Checkpoints.in(folder).save(saved, 1);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).restore(Map.of("w", 1)))
        .withMessageContaining(
            ": \"w\" is missing; \"w100\" is not requested; \"w101\" is not requested;")
        .withMessageContaining("; \"w148\" is not requested; and 21 more. Restore into");
  }

  @Test
  void a_kernel_with_its_axes_in_another_order_is_reported_with_the_order() {
    var kernel = NdArray.of(Shape.of(3, 2), 1, 2, 3, 4, 5, 6);
    var file = Checkpoints.in(folder).save(Params.of("kernel", kernel), 1);
    var target = Params.of("kernel", NdArray.of(Shape.of(2, 3), 0, 0, 0, 0, 0, 0));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).restore(target))
        .withMessage(
            "Checkpoint %s does not match the tree that is restored: \"kernel\" is f32[3,2] instead"
                    .formatted(file)
                + " of f32[2,3], the same array with its axes transposed by [1, 0]. Restore into "
                + "a tree like the saved one, or select a part with RestoreOptions.");
  }

  @Test
  void numbers_in_a_java_array_are_refused_as_they_would_be_lost() {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> Checkpoints.in(folder).save(Map.of("w", new float[] {1}), 1))
        .withMessage(
            "The tree of a checkpoint needs arrays, numbers and immutable values as leaves, "
                + "but \"w\" is of type float[]. Pass array(...) of it, which copies its "
                + "elements.");
    assertThat(Checkpoints.in(folder).steps()).isEmpty();
  }

  @Test
  void two_leaves_of_one_path_are_refused() {
    var ambiguous = Map.of("a/b", 1, "a", Map.of("b", 2));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(folder).save(ambiguous, 1))
        .withMessage(
            "A checkpoint needs a different path for each leaf, but two are at \"a/b\". "
                + "Leave slashes out of names.");
    assertThat(Checkpoints.in(folder).steps()).isEmpty();
  }

  @Test
  void arrays_of_a_running_transformation_cannot_be_saved() {
    assertThatExceptionOfType(ConcretizationException.class)
        .isThrownBy(() ->
            Transforms.jit(
                    (Array x) -> {
                      Checkpoints.in(folder).save(x, 1);
                      return x;
                    })
                .apply(NdArray.scalar(DType.F32, 1)));
    assertThat(Checkpoints.in(folder).steps()).isEmpty();
  }

  @Test
  void nothing_to_keep_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(Path.of("run")).withKeep(0))
        .withMessage(
            "Checkpoints in run need keep of at least 1 and keepEvery of at least 0, but got 0 and 0.");
  }

  @Test
  void a_function_gets_each_file_when_it_is_complete_and_older_ones_are_gone() {
    var seen = new ArrayList<String>();
    var checkpoints =
        Checkpoints.in(folder)
            .withAfterSave(
                file -> seen.add(file.getFileName() + " of " + Checkpoints.in(folder).steps()));
    checkpoints.save(params(1), 1);
    checkpoints.save(params(2), 2);
    try (var saver = CheckpointSaver.of(checkpoints)) {
      saver.save(params(3), 3);
    }
    assertThat(seen)
        .containsExactly(
            "checkpoint_1.safetensors of [1]",
            "checkpoint_2.safetensors of [2]",
            "checkpoint_3.safetensors of [3]");
  }

  @Test
  void a_save_fails_with_its_function() {
    var checkpoints =
        Checkpoints.in(folder)
            .withAfterSave(file -> {
              throw new DataException("The other place is full.");
            });
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> checkpoints.save(params(1), 1))
        .withMessageStartingWith("The other place is full.");
    var saver = CheckpointSaver.of(checkpoints.withOverwrite(true));
    saver.save(params(1), 1);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(saver::close)
        .withMessageStartingWith(
            "The checkpoint of step 1 was not saved: The other place is full.");
  }
}
