package io.cambric.optax.alias;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Injectable;
import io.cambric.optax.base.Leaves;
import io.cambric.optax.base.Sample;
import io.cambric.optax.base.ScalarOrSchedule;
import io.cambric.optax.schedule.Schedules;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parameters after three steps of optimisers, against those of optax 0.2.8. */
class AliasesTest {

  static Stream<Arguments> optimizers() {
    return Stream.of(
        trained("adabelief", Optax.adabelief(0.05), 0.542550623, 1.21158504, -0.763036788),
        trained("adadelta", Optax.adadelta(1), 0.695181251, 1.35192597, -0.725095689),
        trained(
            "adadelta without a learning rate",
            Optax.adadelta().withRho(0.8).withEps(1e-3).withWeightDecay(0.01),
            0.884796679,
            1.47374773,
            -0.823190212),
        trained("adafactor", Optax.adafactor(0.1), 0.478896409, 1.20245135, -0.634759903),
        trained(
            "adafactor without a learning rate",
            Optax.adafactor(),
            -1.68351877,
            -0.182642937,
            0.553807616),
        trained(
            "adafactor with all of its parts",
            Optax.adafactor(0.1)
                .withMomentum(0.9)
                .withWeightDecayRate(0.01)
                .withClippingThreshold(0.5)
                .withDecayRate(0.7),
            0.657600999,
            1.29699838,
            -0.705451846),
        trained(
            "adafactor without most of its parts",
            Optax.adafactor(0.02)
                .withMultiplyByParameterScale(false)
                .withoutClippingThreshold()
                .withFactored(false),
            0.654332757,
            1.32456315,
            -0.704524159),
        trained("adagrad", Optax.adagrad(0.1), 0.506925941, 1.21775484, -0.68273896),
        trained(
            "adagrad from a sum of 0",
            Optax.adagrad(0.1).withInitialAccumulatorValue(0).withEps(1e-3),
            0.501289785,
            1.20425892,
            -0.685773134),
        trained("adamax", Optax.adamax(0.05), 0.586609662, 1.24137604, -0.766568482),
        trained(
            "adamaxw",
            Optax.adamaxw(0.05).withWeightDecay(0.1),
            0.576808214,
            1.22184098,
            -0.755165517),
        trained("adan", Optax.adan(0.05), 0.564692974, 1.22999251, -0.758599162),
        trained(
            "adan with weight decay",
            Optax.adan(0.05)
                .withB1(0.9)
                .withB2(0.8)
                .withB3(0.95)
                .withEps(1e-6)
                .withWeightDecay(0.02),
            0.566645861,
            1.23322797,
            -0.743544161),
        trained(
            "amsgrad",
            Optax.amsgrad(0.05).withB1(0.5).withB2(0.6),
            0.577365637,
            1.24633527,
            -0.732419789),
        trained(
            "amsgrad of the paper",
            Optax.amsgrad(0.05).withB2(0.9).withBiasCorrectionMu(false).withBiasCorrectionNu(false),
            0.645454645,
            1.30474031,
            -0.734577179),
        trained("fromage", Optax.fromage(0.1), 0.403984219, 1.23026502, -0.623390973),
        trained(
            "fromage with a scheduled rate",
            Optax.fromage(Schedules.linear(0.1, 0.01, 5)).withMinNorm(0.01),
            0.441441149,
            1.2375989,
            -0.68494612),
        trained("lamb", Optax.lamb(0.1), 0.381338835, 1.06710398, -0.77253747),
        trained(
            "lamb with weight decay",
            Optax.lamb(0.1).withWeightDecay(0.1),
            0.390364945,
            1.05188406,
            -0.74963975),
        trained("lars", Optax.lars(1), 0.696778059, 1.35419536, -0.729146481),
        trained(
            "lars with weight decay",
            Optax.lars(0.5)
                .withWeightDecay(0.1)
                .withTrustCoefficient(0.1)
                .withEps(1e-3)
                .withMomentum(0.8)
                .withNesterov(true),
            0.324860275,
            1.16281092,
            -0.660401464),
        trained("radam", Optax.radam(0.05), 0.527876794, 1.27337325, -0.746007323),
        trained("yogi", Optax.yogi(0.1), 0.423028231, 1.1007967, -0.789498806));
  }

  private static Arguments trained(String name, Injectable<?> tx, double... expected) {
    return Arguments.of(name, tx, expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("optimizers")
  void parameters_are_those_of_optax(String name, Injectable<?> tx, double[] expected) {
    assertNear(Sample.train(tx, 3), expected);
  }

  /** Hyperparameters in the state of an optimiser are arrays of a jitted program. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("optimizers")
  void hyperparameters_may_be_traced_arrays(String name, Injectable<?> tx, double[] expected) {
    var numbers = new LinkedHashMap<String, Array>();
    tx.hyperparameters()
        .forEach((key, value) -> {
          if (value instanceof ScalarOrSchedule.Fixed(var scalar)) {
            numbers.put(key, NdArray.scalar(DType.F32, scalar.number(key)));
          }
        });
    var trained =
        Transforms.jit((Map<String, Array> arrays) -> {
          var values = new LinkedHashMap<String, ScalarOrSchedule>();
          arrays.forEach((key, array) -> values.put(key, ScalarOrSchedule.of(array)));
          return Sample.train(tx.withHyperparameters(values), 3);
        });

    var actual = trained.apply(numbers).toFloats();

    // 1 - b2 of an f32 is off by some of its last bits.
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).isCloseTo((float) expected[i], within(2e-5f));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("optimizers")
  void states_and_updates_keep_the_dtype_of_half_precision(
      String name, Injectable<?> tx, double[] expected) {
    var params = Map.of("a", Sample.PARAMS.get("a").astype(DType.BF16));
    var grads = Map.of("a", Sample.GRADS.getFirst().get("a").astype(DType.BF16));
    var state = tx.init(params);

    var step = tx.update(grads, state, params);

    assertThat(Leaves.of(step.state()))
        .extracting(Array::aval)
        .isEqualTo(Leaves.of(state).stream().map(Array::aval).toList());
    assertThat(Optax.applyUpdates(params, step.updates()).get("a").dtype()).isEqualTo(DType.BF16);
  }

  /** The paths are those of Optax in camel case. */
  @Test
  void states_have_the_paths_of_the_chains_of_optax() {
    assertThat(paths(Optax.lars(1))).containsExactly("3/trace/a");
    assertThat(paths(Optax.lamb(1))).containsExactly("0/count", "0/mu/a", "0/nu/a");
    assertThat(paths(Optax.adan(1))).containsExactly("0/m/a", "0/v/a", "0/n/a", "0/g/a", "0/t");
    assertThat(paths(Optax.adadelta(1))).containsExactly("1/eG/a", "1/eX/a");
    assertThat(paths(Optax.adafactor(1).withMomentum(0.9)))
        .containsExactly("0/count", "0/vRow/a", "0/vCol/a", "0/v/a", "4/count", "4/ema/a");
    assertThat(paths(Optax.amsgrad(1))).containsExactly("0/count", "0/mu/a", "0/nu/a", "0/nuMax/a");
  }

  private static Iterable<String> paths(Injectable<?> tx) {
    return Trees.structure(tx.init(Sample.PARAMS)).paths();
  }

  /** Optax has this decay since 0.2.9. */
  @Test
  void weight_decay_of_adabelief_is_multiplied_by_the_learning_rate() {
    var plain = Sample.updates(Optax.adabelief(0.5), 1);
    var decayed = Sample.updates(Optax.adabelief(0.5).withWeightDecay(0.2), 1);
    assertNear(plain.sub(decayed), 0.1 * 0.7032, 0.1 * 1.3571, 0.1 * -0.7291);
  }

  @Test
  void masks_keep_decay_and_trust_ratio_from_some_leaves() {
    var params = Map.of("kernel", Sample.row(3, 4), "bias", Sample.row(5));
    var grads = Map.of("kernel", Sample.row(0.6f, 0.8f), "bias", Sample.row(-1));
    var kernels = Map.of("kernel", true, "bias", false);
    var lars =
        Optax.lars(1)
            .withWeightDecay(1)
            .withTrustCoefficient(1)
            .withWeightDecayMask(kernels)
            .withTrustRatioMask(kernels)
            .withMomentum(0);

    var updates = lars.update(grads, lars.init(params), params).updates();

    assertNear(updates.get("kernel"), -3, -4);
    assertNear(updates.get("bias"), 1);
  }

  @Test
  void learning_rates_may_be_mapped() {
    var train = Transforms.vmap((Array rate) -> Sample.train(Optax.lamb(rate), 3));
    var params = train.apply(Numpy.array(new float[] {0.1f, 0}));
    assertNear(params.get(0), 0.381338835, 1.06710398, -0.77253747);
    assertNear(params.get(1), 0.7032, 1.3571, -0.7291);
  }

  static Stream<Arguments> mistakes() {
    var share = ". It is the weight of the old average; 0.9 is usual.";
    return Stream.of(
        mistake(
            "adabelief needs a finite weight decay, but got NaN." + COMPUTED,
            () -> Optax.adabelief(1).withWeightDecay(Double.NaN)),
        mistake(
            "adadelta needs rho in [0, 1), but got 1.0" + share, () -> Optax.adadelta().withRho(1)),
        mistake(
            "adafactor needs min_dim_size_to_factor above 0, but got 0.0."
                + " It is a number of elements.",
            () -> Optax.adafactor().withMinDimSizeToFactor(0)),
        mistake(
            "adafactor needs clipping_threshold above 0, but got 0.0. 1 is usual.",
            () -> Optax.adafactor().withClippingThreshold(0)),
        mistake(
            "adagrad needs initial_accumulator_value of at least 0, but got -1.0. 0.1 is usual.",
            () -> Optax.adagrad(1).withInitialAccumulatorValue(-1)),
        mistake("adamax needs b2 in [0, 1), but got 1.0" + share, () -> Optax.adamax(1).withB2(1)),
        mistake("adan needs b3 in [0, 1), but got -1.0" + share, () -> Optax.adan(1).withB3(-1)),
        mistake(
            "fromage needs min_norm of at least 0, but got -1.0. 1e-6 is usual.",
            () -> Optax.fromage(1).withMinNorm(-1)),
        mistake(
            "lars needs a finite trust_coefficient, but got Infinity." + COMPUTED,
            () -> Optax.lars(1).withTrustCoefficient(Double.POSITIVE_INFINITY)),
        mistake(
            "radam needs a finite threshold, but got NaN." + COMPUTED,
            () -> Optax.radam(1).withThreshold(Double.NaN)),
        mistake(
            "yogi needs eps of at least 0, but got -1.0. 1e-8 is usual.",
            () -> Optax.yogi(1).withEps(-1)));
  }

  private static final String COMPUTED = " Look for a division by 0 where it is computed.";

  private static Arguments mistake(String message, ThrowingCallable call) {
    return Arguments.of(message, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void an_optimiser_names_its_mistaken_hyperparameter(String message, ThrowingCallable mistake) {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(mistake)
        .withMessage(message);
  }
}
