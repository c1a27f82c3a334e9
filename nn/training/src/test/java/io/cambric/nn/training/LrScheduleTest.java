package io.cambric.nn.training;

import static io.cambric.nn.training.LrSchedule.createConstantLearningRateSchedule;
import static io.cambric.nn.training.LrSchedule.createCosineLearningRateSchedule;
import static io.cambric.nn.training.LrSchedule.createSteppedLearningRateSchedule;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.nn.training.LrSchedule.EpochStep;
import io.cambric.numpy.Numpy;
import io.cambric.optax.schedule.Schedule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values are those of Flax 0.12.8. */
class LrScheduleTest {

  private static Array values(Schedule schedule, int end, int every) {
    Array counts = Numpy.arange(0, end, every);
    return vmap((Array count) -> schedule.value(count)).apply(counts);
  }

  @Test
  void a_constant_rate_begins_with_a_warmup() {
    assertNear(values(createConstantLearningRateSchedule(.5, 4, 2), 10, 2), 0, .125, .25, .375, .5);
    assertNear(createConstantLearningRateSchedule(.5, 4).value(NdArray.scalar(DType.I32, 0)), .5);
  }

  @Test
  void a_stepped_rate_changes_after_its_epochs() {
    var steps = List.of(new EpochStep(.5, .5), new EpochStep(1.5, .25));
    assertNear(
        values(createSteppedLearningRateSchedule(.5, 4, steps, .5), 8, 1),
        0,
        .25,
        .5,
        .25,
        .25,
        .25,
        .25,
        .125);
    assertNear(
        values(createSteppedLearningRateSchedule(.5, 4, steps), 8, 1),
        .5,
        .5,
        .5,
        .25,
        .25,
        .25,
        .25,
        .125);
  }

  @Test
  void a_cosine_rate_falls_to_zero_over_half_a_wave() {
    assertNear(
        values(createCosineLearningRateSchedule(.5, 4, 2, 1), 10, 2),
        0,
        .21338835,
        .24999999,
        .07322331,
        0);
    assertNear(createCosineLearningRateSchedule(.5, 4, 2).value(NdArray.scalar(DType.I32, 0)), .5);
  }

  @Test
  void equal_numbers_make_equal_schedules() {
    assertThat(createCosineLearningRateSchedule(.5, 4, 2))
        .isEqualTo(createCosineLearningRateSchedule(.5, 4, 2, 0));
  }

  @Test
  void epochs_need_steps_and_a_wave_some_epochs() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> createConstantLearningRateSchedule(.1, 0))
        .withMessageContaining(
            "A schedule in epochs needs stepsPerEpoch of at least 1, but got 0. Divide the number of examples by the batch size.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> createCosineLearningRateSchedule(.1, 10, 0))
        .withMessageContaining(
            "A cosine schedule needs halfcosEpochs above 0, but got 0.0. Pass the epochs of the training.");
  }
}
