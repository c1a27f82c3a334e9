package io.cambric.compile;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Sampled;
import io.cambric.transform.function.ArrayFn;
import org.junit.jupiter.api.Test;

/**
 * Programs of forty thousand equations. A pass that looks at all groups, steps or buffers for each
 * equation would take minutes.
 */
@Sampled
class LongProgramTest {

  private static final int EQUATIONS = 40_000;

  @Test
  void a_chain_of_loops_is_compiled() {
    ArrayFn chain =
        x -> {
          var result = x;
          for (int i = 0; i < EQUATIONS; i++) {
            result = result.add(1);
          }
          return result;
        };

    assertThat(makeJaxpr(chain, Numpy.zeros(Shape.of(3))).eqns()).hasSize(EQUATIONS);
    assertThat(jit(chain).apply(Numpy.zeros(Shape.of(3))).toFloats()).containsOnly(EQUATIONS);
  }

  @Test
  void products_that_are_added_in_pairs_are_compiled() {
    int leaves = EQUATIONS / 2;
    ArrayFn tree = x -> sum(x, 0, leaves);

    assertThat(makeJaxpr(tree, Numpy.ones(Shape.of(3))).eqns()).hasSize(2 * leaves - 1);
    float expected = 0;
    for (int i = 0; i < leaves; i++) {
      expected += i % 7;
    }
    assertThat(jit(tree).apply(Numpy.ones(Shape.of(3))).toFloats()).containsOnly(expected);
  }

  /** The sum of {@code x * (i % 7)} over a range, in a tree. */
  private static Array sum(Array x, int from, int to) {
    int middle = (from + to) / 2;
    return to - from == 1 ? x.mul(from % 7) : sum(x, from, middle).add(sum(x, middle, to));
  }

  @Test
  void gradients_of_a_chain_of_matrix_products_are_compiled() {
    int layers = EQUATIONS / 8;
    var identity = Numpy.eye(2);
    ArrayFn layered =
        x -> {
          var result = x;
          for (int i = 0; i < layers; i++) {
            result = Numpy.maximum(result.matmul(identity), result);
          }
          return result.sum();
        };
    ArrayFn gradient = x -> grad(layered::apply).apply(x);

    assertThat(makeJaxpr(gradient, Numpy.ones(Shape.of(3, 2))).eqns())
        .hasSizeGreaterThan(EQUATIONS / 2);
    assertThat(jit(gradient).apply(Numpy.ones(Shape.of(3, 2))).toFloats()).containsOnly(1f);
  }
}
