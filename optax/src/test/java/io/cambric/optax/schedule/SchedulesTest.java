package io.cambric.optax.schedule;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Schedules at counts 0, 1, 5, 10, 50, 99, 100 and 1000, against those of Optax. */
class SchedulesTest {

  private static final int[] COUNTS = {0, 1, 5, 10, 50, 99, 100, 1000};

  private static void assertValues(Schedule schedule, double... expected) {
    for (int i = 0; i < COUNTS.length; i++) {
      assertNear(schedule.value(NdArray.scalar(DType.I32, COUNTS[i])), expected[i]);
    }
  }

  @Test
  void constant_is_the_same_everywhere() {
    assertValues(Schedules.constant(0.3), 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3);
  }

  @Test
  void linear_ends_at_its_last_step() {
    assertValues(
        Schedules.linear(0.1, 0.001, 100),
        0.100000001,
        0.0990100056,
        0.0950499997,
        0.0900999978,
        0.050499998,
        0.00198999909,
        0.001,
        0.001);
  }

  @Test
  void polynomial_takes_a_power_of_the_remaining_share_and_may_begin_late() {
    assertValues(
        Schedules.polynomial(1, 0.1, 2, 100),
        1,
        0.982090056,
        0.912249982,
        0.828999937,
        0.325,
        0.100090005,
        0.1,
        0.1);
    assertValues(Schedules.polynomial(1, 0.1, 0.5, 40, 10), 1, 1, 1, 1, 0.1, 0.1, 0.1, 0.1);
  }

  @Test
  void a_transition_of_no_steps_stays_at_the_first_value() {
    assertValues(Schedules.polynomial(0.5, 0.1, 1, 0), 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5);
    assertValues(Schedules.exponentialDecay(0.1, 0, 0.5), 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1);
  }

  @Test
  void exponential_decay_may_go_by_stairs_and_stop_at_an_end() {
    assertValues(
        Schedules.exponentialDecay(1, 10, 0.9),
        1,
        0.989519238,
        0.948683262,
        0.9,
        0.590489924,
        0.352371484,
        0.34867835,
        2.65613289e-05);
    assertValues(
        Schedules.exponentialDecay(1, 10, 0.5, 5, true, null),
        1,
        1,
        1,
        1,
        0.0625,
        0.001953125,
        0.001953125,
        0);
    assertValues(
        Schedules.exponentialDecay(0.1, 10, 1.2, 0, false, 0.5),
        0.1,
        0.101839937,
        0.109544516,
        0.12,
        0.248832032,
        0.5,
        0.5,
        0.5);
  }

  @Test
  void cosine_decay_ends_at_a_share_of_the_first_value() {
    assertValues(
        Schedules.cosineDecay(0.5, 100, 0.1, 2),
        0.5,
        0.499777943,
        0.494476795,
        0.478244901,
        0.162499979,
        0.0500000268,
        0.05,
        0.05);
  }

  @Test
  void warm_up_counts_among_the_decay_steps() {
    assertValues(
        Schedules.warmupCosineDecay(0, 1, 10, 100),
        0,
        0.1,
        0.5,
        1,
        0.586824059,
        0.000304579735,
        0,
        0);
    assertValues(
        Schedules.warmupCosineDecay(0.1, 1, 50, 101, 0.05, 2),
        0.1,
        0.118,
        0.19,
        0.28,
        1,
        0.0500136465,
        0.0500008538,
        0.05);
    assertValues(Schedules.warmupCosineDecay(0.1, 0, 5, 100, 0.05, 1), 0.1, 0.08, 0, 0, 0, 0, 0, 0);
    assertValues(
        Schedules.warmupExponentialDecay(0, 1, 5, 10, 0.5, 10, true, 0.01),
        0,
        0.2,
        1,
        1,
        0.125,
        0.01,
        0.01,
        0.01);
  }

  @Test
  void piecewise_constant_scales_at_the_boundary_itself() {
    assertValues(
        Schedules.piecewiseConstant(1, Map.of(5, 0.5, 50, 0.1, 100, 2.0)),
        1,
        1,
        0.5,
        0.5,
        0.05,
        0.05,
        0.1,
        0.1);
  }

  @Test
  void piecewise_interpolation_goes_from_boundary_to_boundary() {
    var scales = Map.of(10, 2.0, 50, 0.5, 100, 0.1);
    assertValues(Schedules.piecewiseLinear(1, scales), 1, 1.1, 1.5, 2, 1, 0.118000031, 0.1, 0.1);
    assertValues(
        Schedules.piecewiseCosine(1, scales), 1, 1.02447176, 1.5, 2, 1, 0.100887977, 0.1, 0.1);
  }

  @Test
  void one_cycle_goes_up_and_down() {
    assertValues(
        Schedules.cosineOnecycle(100, 1),
        0.04,
        0.04262954,
        0.10430783,
        0.28,
        0.811745644,
        0.000507448567,
        4e-06,
        4e-06);
    assertValues(
        Schedules.linearOnecycle(100, 1),
        0.04,
        0.072,
        0.2,
        0.36,
        0.650909066,
        0.00267039984,
        4e-06,
        4e-06);
  }

  @Test
  void warm_restarts_begin_anew() {
    var cycles = List.of(new Cycle(0, 1, 5, 50, 0.1), new Cycle(0.1, 0.5, 10, 100, 0));
    assertValues(Schedules.sgdr(cycles), 0, 0.2, 1, 0.972861707, 0.1, 0.301977903, 0.29341203, 0);
  }

  @Test
  void a_cycle_may_have_an_exponent() {
    var schedule = Schedules.sgdr(List.of(new Cycle(0, 1, 5, 50, 0.1, 2)));
    assertNear(schedule.value(NdArray.scalar(DType.I32, 20)), 0.60624999);
  }

  @Test
  void joined_schedules_count_from_their_own_beginning() {
    assertValues(
        Schedules.join(
            List.of(
                Schedules.linear(0, 1, 10),
                Schedules.constant(0.5),
                Schedules.exponentialDecay(1, 10, 0.5)),
            10,
            50),
        0,
        0.1,
        0.5,
        0.5,
        1,
        0.0334929153,
        0.03125,
        0);
  }

  @Test
  void schedules_of_the_same_numbers_are_equal() {
    assertThat(Schedules.warmupCosineDecay(0, 1, 10, 100))
        .isEqualTo(Schedules.warmupCosineDecay(0, 1, 10, 100));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void a_schedule_speaks_of_the_numbers_that_it_was_given(
      String message, ThrowingCallable mistake) {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(mistake)
        .withMessage(message);
  }

  static Stream<Arguments> mistakes() {
    double nan = Double.NaN;
    var cycle = new Cycle(0, 1, 3, 9, 0);
    return Stream.of(
        mistake(
            "warmup cosine decay needs more decay steps than warm-up steps, but got 10 and "
                + "10. Decay steps include the warm-up: pass the sum of both.",
            () -> Schedules.warmupCosineDecay(0, 1, 10, 10)),
        mistake(
            "warmup cosine decay needs a finite peak value, but got NaN." + COMPUTED,
            () -> Schedules.warmupCosineDecay(0, nan, 1, 10)),
        mistake(
            "warmup cosine decay needs an end value that is a finite multiple of the peak "
                + "value, but got 1.0E300 and 1.0E-300. Raise the peak value.",
            () -> Schedules.warmupCosineDecay(0, 1e-300, 1, 10, 1e300, 1)),
        mistake(
            "warmup constant schedule needs a finite peak value, but got Infinity." + COMPUTED,
            () -> Schedules.warmupConstant(0, Double.POSITIVE_INFINITY, 3)),
        mistake(
            "warmup exponential decay needs a decay rate of at least 0, but got -0.5. It is "
                + "the factor for each period of transition steps.",
            () -> Schedules.warmupExponentialDecay(0, 1, 3, 3, -0.5, 0, false, null)),
        mistake(
            "linear schedule needs a finite end value, but got NaN." + COMPUTED,
            () -> Schedules.linear(1, nan, 5)),
        mistake(
            "polynomial schedule needs a finite init value, but got NaN." + COMPUTED,
            () -> Schedules.polynomial(nan, 1, 2, 0)),
        mistake(
            "exponential decay needs a finite init value, but got NaN." + COMPUTED,
            () -> Schedules.exponentialDecay(nan, 0, 0.5)),
        mistake(
            "piecewise linear schedule needs scale factors of at least 0, but got -0.5. A "
                + "factor multiplies the value at the previous boundary.",
            () -> Schedules.piecewiseLinear(1, Map.of(5, -0.5))),
        mistake(
            "piecewise cosine schedule needs a finite product of init value and scale factors, but"
                + " got Infinity."
                + COMPUTED,
            () -> Schedules.piecewiseCosine(1e300, Map.of(5, 1e300))),
        mistake(
            "linear onecycle needs a finite divFactor, but got NaN." + COMPUTED,
            () -> Schedules.linearOnecycle(10, 1, 0.3, 0.85, nan, 1)),
        mistake(
            "cosine onecycle needs pctStart in [0, 1], but got 30.0. It is a fraction, not "
                + "a percentage.",
            () -> Schedules.cosineOnecycle(10, 1, 30, 25, 1)),
        mistake(
            "cosine onecycle needs finalDivFactor above 0, but got 0.0. Values are divided by it.",
            () -> Schedules.cosineOnecycle(10, 1, 0.3, 25, 0)),
        mistake("sgdr needs at least one cycle, but got none.", () -> Schedules.sgdr(List.of())),
        mistake(
            "cycle 1 of sgdr needs more decay steps than warm-up steps, but got 3 and 3. "
                + "Decay steps include the warm-up: pass the sum of both.",
            () -> Schedules.sgdr(List.of(cycle, new Cycle(0, 1, 3, 3, 0)))));
  }

  private static final String COMPUTED = " Look for a division by 0 where it is computed.";

  private static Arguments mistake(String message, ThrowingCallable call) {
    return Arguments.of(message, call);
  }

  @Test
  void numbers_that_make_no_schedule_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Schedules.cosineDecay(1, 0))
        .withMessage(
            "cosine decay needs decay steps above 0, but got 0. They are the number of "
                + "steps to the end value.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Schedules.piecewiseConstant(1, Map.of(5, -0.5)))
        .withMessageContaining("needs scale factors of at least 0, but got -0.5.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> Schedules.join(List.of(Schedules.constant(1)), 3))
        .withMessage(
            "join needs one boundary between each two schedules, but got 1 schedules and "
                + "boundaries [3]. Pass the counts where the second and later schedules begin.");
  }
}
