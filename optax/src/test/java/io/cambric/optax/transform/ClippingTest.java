package io.cambric.optax.transform;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.HyperparameterException;
import io.cambric.optax.Optax;
import io.cambric.optax.base.EmptyState;
import io.cambric.optax.base.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Clip}, {@link ClipByBlockRms} and {@link ClipByGlobalNorm}. */
class ClippingTest {

  @Test
  void clip_limits_each_element() {
    assertNear(Sample.updates(Optax.clip(0.5), 3), 0.2978, -0.2817, -0.5);
  }

  @Test
  void clip_by_block_rms_limits_each_array() {
    assertNear(Sample.updates(Optax.clipByBlockRms(0.5), 1), 0.615286946, 0.373730749, 0.481401384);
    assertNear(Sample.updates(Optax.clipByBlockRms(10), 1), 1.0069, 0.6116, 0.7878);
  }

  @Test
  void clip_by_global_norm_limits_all_arrays_together() {
    var tree = List.of(Sample.row(3), Sample.row(0, 4));
    var clipped = Optax.clipByGlobalNorm(1).update(tree, new EmptyState(), null).updates();
    assertNear(clipped.get(0), 0.6);
    assertNear(clipped.get(1), 0, 0.8);
  }

  @Test
  void updates_within_the_norm_pass_as_they_are() {
    var tree = List.of(Sample.row(3, 4));
    var passed = Optax.clipByGlobalNorm(5.01).update(tree, new EmptyState(), null).updates();
    assertThat(passed.get(0).toFloats()).containsExactly(3, 4);
  }

  @Test
  void limits_that_nothing_passes_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Optax.clipByGlobalNorm(0))
        .withMessage(
            "clip_by_global_norm needs max_norm above 0, but got 0.0. It is the largest "
                + "norm after clipping; 1 is usual.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Optax.clip(-1))
        .withMessage(
            "clip needs max_delta of at least 0, but got -1.0. It is the largest absolute "
                + "value after clipping.");
  }
}
