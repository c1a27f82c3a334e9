package io.cambric.transform;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.control.Scan;
import io.cambric.core.Array;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Residuals of the gradient of a scan: the values that it stacks, and the values that it
 * recomputes.
 */
class ScanResidualsTest {

  private static final int LENGTH = 5;
  private static final Shape STATE = Shape.of(2, 3);
  private static final Array WEIGHTS = Random.normal(Key.of(1), Shape.of(3, 12));
  private static final Array ROWS = Random.normal(Key.of(2), Shape.of(LENGTH, 2, 12));

  /** A cell of an LSTM: memory and output to memory and output. */
  private static List<Array> step(List<Array> state, Array weights, Array row) {
    var gates = Numpy.split(state.get(1).matmul(weights).add(row), 4, -1);
    var kept = Activations.sigmoid(gates.get(0)).mul(state.get(0));
    var memory = kept.add(Activations.sigmoid(gates.get(1)).mul(gates.get(2).tanh()));
    return List.of(memory, Activations.sigmoid(gates.get(3)).mul(memory.tanh()));
  }

  private static List<Array> start() {
    return List.of(Numpy.zeros(STATE), Numpy.zeros(STATE));
  }

  private static Array looped(Array weights) {
    var end =
        scan(
            (List<Array> state, Array row) -> {
              var next = step(state, weights, row);
              return new Carry<>(next, next.get(1));
            },
            start(),
            ROWS);
    return end.output().square().sum();
  }

  private static Array unrolled(Array weights) {
    var state = start();
    Array sum = Numpy.zeros(Shape.scalar());
    for (int i = 0; i < LENGTH; i++) {
      state = step(state, weights, ROWS.get(i));
      sum = sum.add(state.get(1).square().sum());
    }
    return sum;
  }

  @Test
  void a_cell_stacks_its_gates_and_its_state_and_computes_the_rest_again() {
    var program = makeJaxpr(grad(ScanResidualsTest::looped), WEIGHTS);
    var forward =
        program.eqns().stream()
            .filter(eqn -> eqn.primitive() instanceof Scan)
            .findFirst()
            .orElseThrow();

    // Two carries and the output; four gates, and the memory and the output before the iteration.
    assertThat(forward.outputs()).hasSize(3 + 6);
  }

  @Test
  void its_derivatives_are_those_of_the_unrolled_loop_eager_jitted_and_mapped() {
    var expected = grad(ScanResidualsTest::unrolled).apply(WEIGHTS).toFloats();
    ArrayFn gradient = grad(ScanResidualsTest::looped);

    assertThat(gradient.apply(WEIGHTS).toFloats()).containsExactly(expected, within(1e-5f));
    assertThat(jit(gradient).apply(WEIGHTS).toFloats()).containsExactly(expected, within(1e-5f));
    assertThat(vmap(gradient).apply(WEIGHTS.reshape(1, 3, 12)).toFloats())
        .containsExactly(expected, within(1e-5f));
  }

  @Test
  void its_second_derivatives_are_those_of_the_unrolled_loop() {
    ArrayFn ofUnrolled = w -> grad(ScanResidualsTest::unrolled).apply(w).square().sum();
    ArrayFn ofLooped = w -> grad(ScanResidualsTest::looped).apply(w).square().sum();

    assertThat(jit(grad(ofLooped)).apply(WEIGHTS).toFloats())
        .containsExactly(grad(ofUnrolled).apply(WEIGHTS).toFloats(), within(1e-3f));
  }
}
