package io.cambric.io.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.scope.Params;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of checkpoints, under other names, for fine-tuning. */
class RestoreOptionsTest {

  @TempDir private Path folder;

  /** A training state. */
  record State(Params params, Params moments, int step) {}

  private Checkpoints checkpoints;

  private static Params layer(double value) {
    return Params.of("w", NdArray.scalar(DType.F32, value));
  }

  private static double value(Params params, String layer) {
    return params.get(layer, "w").item();
  }

  @BeforeEach
  void save() {
    checkpoints = Checkpoints.in(folder);
    var params = Params.of("encoder", layer(1)).with("head", layer(2));
    checkpoints.save(new State(params, layer(3), 4), 4);
  }

  @Test
  void parameters_alone_are_restored_out_of_a_training_state() {
    var target = Params.of("encoder", layer(0)).with("head", layer(0));

    var restored = checkpoints.restore(target, RestoreOptions.latest().withPart("params"));

    assertThat(value(restored.tree(), "encoder")).isEqualTo(1);
    assertThat(value(restored.tree(), "head")).isEqualTo(2);
    var report = restored.report();
    assertThat(report.step()).isEqualTo(4);
    assertThat(report.taken()).containsExactly("encoder/w", "head/w");
    assertThat(report.kept()).isEmpty();
    assertThat(report.unused()).containsExactly("moments/w", "step");
  }

  @Test
  void a_body_under_another_name_gets_a_new_head() {
    var head = Params.of("w", NdArray.of(Shape.of(2), 8, 9));
    var target = Params.of("backbone", layer(0)).with("head", head);
    var options =
        RestoreOptions.of(4)
            .withPart("params")
            .withRenamed("encoder", "backbone")
            .withPaths(path -> !path.startsWith("head/"));

    var restored = checkpoints.restore(target, options);

    assertThat(value(restored.tree(), "backbone")).isEqualTo(1);
    assertThat(restored.tree().get("head", "w").toFloats()).containsExactly(8, 9);
    assertThat(restored.report().toText())
        .isEqualTo(
            """
            checkpoint of step 4 in %s
            1 taken: ["backbone/w"]
            1 kept: ["head/w"]
            3 unused: ["params/head/w", "moments/w", "step"]\
            """
                .formatted(folder.resolve("checkpoint_4.safetensors")));
  }

  @Test
  void a_part_that_is_one_number_or_array_is_restored_as_such() {
    assertThat(checkpoints.restore(0, RestoreOptions.latest().withPart("step")).tree())
        .isEqualTo(4);
    var array = NdArray.scalar(DType.F32, 0);
    assertThat(
            checkpoints
                .restore(array, RestoreOptions.latest().withPart("params/head/w"))
                .tree()
                .item())
        .isEqualTo(2);
  }

  @Test
  void renames_apply_to_whole_segments_one_after_the_other() {
    var options =
        RestoreOptions.latest()
            .withRenamed("params", "")
            .withRenamed("enc", "wrong")
            .withRenamed("encoder", "a/b")
            .withRenamed("a/b/w", "v")
            .withRenames(name -> name.equals("v") ? "u" : name)
            .withPaths(path -> true);
    var target = Params.of("u", NdArray.scalar(DType.F32, 0));

    assertThat(checkpoints.restore(target, options).tree().get("u").item()).isEqualTo(1);
  }

  @Test
  void a_name_may_be_put_below_another() {
    var options = RestoreOptions.latest().withRenamed("", "outer");
    var target = Params.of("outer", Params.of("w", NdArray.scalar(DType.F32, 0)));

    var restored = checkpoints.restore(target, options.withPart("moments"));

    assertThat(restored.tree().get("outer", "w").item()).isEqualTo(3);
  }

  @Test
  void a_part_without_values_is_refused_with_the_parts_of_the_file() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(
            () -> checkpoints.restore(layer(0), RestoreOptions.latest().withPart("params/hed")))
        .withMessage(
            "Checkpoint %s has nothing in the part \"params/hed\", but has the parts"
                    .formatted(folder.resolve("checkpoint_4.safetensors"))
                + " [\"moments\", \"params\", \"params/encoder\", \"params/head\", \"step\"]. "
                + "Select one of them with withPart.");
  }

  @Test
  void what_is_chosen_and_does_not_fit_is_refused() {
    var target = Params.of("encoder", Params.of("w", NdArray.of(Shape.of(1), 0)));
    var options = RestoreOptions.latest().withPart("params");
    var file = folder.resolve("checkpoint_4.safetensors");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> checkpoints.restore(target, options))
        .withMessage(
            "Checkpoint %s does not match the tree that is restored: \"encoder/w\" is f32[] instead"
                    .formatted(file)
                + " of f32[1]; \"head/w\" is not requested. Restore into a tree like the saved "
                + "one, or select a part with RestoreOptions.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> checkpoints.restore(target, options.withPaths(path -> false)))
        .withMessage(
            "Restoring %s needs at least one path, but the options select none of".formatted(file)
                + " [\"encoder/w\"]. Select others with withPaths.");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> checkpoints.restore(target, options.withRenamed("head", "encoder")))
        .withMessage(
            "Restoring %s needs one name for each path, but \"params/encoder/w\" and"
                    .formatted(file)
                + " \"params/head/w\" are both renamed to \"encoder/w\". Change one of them.");
  }

  @Test
  void a_folder_without_checkpoints_is_refused() {
    var none = folder.resolve("none");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Checkpoints.in(none).restore(layer(0), RestoreOptions.latest()))
        .withMessage(
            "There is no checkpoint in %s. Pass a folder with a saved checkpoint.".formatted(none));
  }
}
