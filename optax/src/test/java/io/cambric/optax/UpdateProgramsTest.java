package io.cambric.optax;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.contrib.Contrib;
import io.cambric.transform.Lowered;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of updates whose parameters and states are donated: their steps and bytes. */
class UpdateProgramsTest {

  private static final int LEAVES = 6;

  /** Both axes are long enough for Adafactor to factor the matrix. */
  private static final Shape MATRIX = Shape.of(130, 128);

  private static List<Array> leaves(int seed) {
    return IntStream.range(0, LEAVES)
        .<Array>mapToObj(i -> Random.normal(Key.of(LEAVES * seed + i), MATRIX))
        .toList();
  }

  private static Lowered lowered(GradientTransformation tx) {
    var params = leaves(1);
    return jit(
            (List<Array> p, OptState state, List<Array> grads) -> {
              var updated = tx.update(grads, state, p);
              return List.<Object>of(Optax.applyUpdates(p, updated.updates()), updated.state());
            })
        .donate(0, 1)
        .lower(params, tx.init(params), leaves(0));
  }

  /** {@return the bytes of gradients, and of parameters and state, read once and written once} */
  private static long leastBytes(GradientTransformation tx) {
    var params = leaves(1);
    return bytes(params) + 2 * (bytes(params) + bytes(tx.init(params)));
  }

  private static long bytes(Object tree) {
    return Trees.leaves(tree).stream()
        .mapToLong(leaf -> leaf instanceof Array a ? (long) a.size() * a.dtype().bytes() : 0)
        .sum();
  }

  /**
   * {@return how often each kernel runs, without those of single elements; loops by their shape}
   */
  private static Map<String, Long> steps(Lowered lowered) {
    return lowered
        .explain()
        .lines()
        .filter(line -> line.matches("\\d+ {2,}.*"))
        .map(line -> line.replaceFirst("\\d+ +", "").replaceFirst("(:|, then| {2,}).*", ""))
        .filter(name -> !name.matches("loop \\[(1(, 1)*)?]"))
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  static Stream<Arguments> elementwise() {
    return Stream.of(
        Arguments.of("sgd", Optax.sgd(0.1)),
        Arguments.of("momentum", Optax.sgd(0.1, 0.9)),
        Arguments.of("nesterov", Optax.sgd(0.1, 0.9).withNesterov(true)),
        Arguments.of("adam", Optax.adam(0.1)),
        Arguments.of("adamw", Optax.adamw(0.1)),
        Arguments.of("nadam", Optax.nadam(0.1)),
        Arguments.of("adamax", Optax.adamax(0.1)),
        Arguments.of("radam", Optax.radam(0.1)),
        Arguments.of("amsgrad", Optax.amsgrad(0.1)),
        Arguments.of("adabelief", Optax.adabelief(0.1)),
        Arguments.of("yogi", Optax.yogi(0.1)),
        Arguments.of("lion", Optax.lion(0.1)),
        Arguments.of("rmsprop", Optax.rmsprop(0.1)),
        Arguments.of("adagrad", Optax.adagrad(0.1)),
        Arguments.of("adadelta", Optax.adadelta(0.1)),
        Arguments.of("rprop", Optax.rprop(0.1)),
        Arguments.of("sign_sgd", Optax.signSgd(0.1)),
        Arguments.of("signum", Optax.signum(0.1)),
        Arguments.of("optimistic_adam", Optax.optimisticAdam(0.1)),
        Arguments.of("ademamix", Contrib.ademamix(0.1)),
        Arguments.of("acprop", Contrib.acprop(0.1)),
        Arguments.of("adopt", Contrib.adopt(0.1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("elementwise")
  void an_elementwise_update_of_all_leaves_is_one_step_that_moves_the_least_bytes(
      String name, GradientTransformation tx) {
    var lowered = lowered(tx);

    assertThat(steps(lowered)).isEqualTo(Map.of(LEAVES + " loops", 1L));
    // Steps on scalars, such as the count, move a few bytes more.
    assertThat(lowered.bytesAccessed()).isBetween(leastBytes(tx), leastBytes(tx) + 200);
  }

  /** Norms of parameters and of updates, the moments, the step. */
  @Test
  void lamb_takes_two_loops_and_two_norms_a_leaf() {
    assertThat(steps(lowered(Optax.lamb(0.1))))
        .isEqualTo(Map.of("reduce_sum [130, 128]", 2L * LEAVES, "loop [130, 128]", 2L * LEAVES));
  }

  @Test
  void lars_takes_two_norms_a_leaf_and_one_loop() {
    assertThat(steps(lowered(Optax.lars(0.1))))
        .isEqualTo(Map.of("reduce_sum [130, 128]", 2L * LEAVES, "loop [130, 128]", 1L * LEAVES));
  }

  /** Means of squares of rows and of columns, norms of update and parameters, the step. */
  @Test
  void adafactor_takes_two_factors_two_norms_and_one_loop_over_a_leaf() {
    assertThat(steps(lowered(Optax.adafactor(0.1))))
        .isEqualTo(
            Map.of(
                "reduce_sum [128, 130]", 1L * LEAVES,
                "reduce_sum [130, 128]", 2L * LEAVES,
                "loop [130, 128]", 2L * LEAVES,
                "loop [128]", 1L * LEAVES,
                "loop [130]", 1L * LEAVES));
  }

  /** Three products an iteration; the polynomial runs in their epilogues. */
  @Test
  void muon_takes_three_products_an_iteration_and_few_loops() {
    assertThat(steps(lowered(Contrib.muon(0.1))).get("dot_general")).isEqualTo(15L * LEAVES);
  }

  @Test
  void updates_with_norms_of_leaves_run_in_sections() {
    for (var tx :
        List.of(Optax.lamb(0.1), Optax.lars(0.1), Optax.adafactor(0.1), Contrib.muon(0.1))) {
      assertThat(lowered(tx).explain()).contains(LEAVES + " sections at the same time");
    }
  }
}
