package io.cambric.transform;

import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.valueAndGrad;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.testing.TestArrays;
import io.cambric.transform.result.Carry;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Allocations of a compiled step with donated state: objects, but no arrays of elements. */
class StepAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Until frames are made and plans are kept; more only has the JIT allocate less. */
  private static final int WARM_UP = 20;

  private static final int ITERATIONS = 64;

  /** Fewer elements than are worth another thread: this thread allocates all. */
  private static final int SIZE = 64;

  private static final RandomGenerator RANDOM = RandomGenerator.of("L64X128MixRandom");

  private static NdArray normal(int... dims) {
    return TestArrays.normal(RANDOM, DType.F32, Shape.of(dims));
  }

  /** {@return the bytes that a step allocates, the least of some} */
  private static long leastBytes(Runnable step) {
    for (int i = 0; i < WARM_UP; i++) {
      step.run();
    }
    long least = Long.MAX_VALUE;
    for (int i = 0; i < WARM_UP; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      step.run();
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  private static Array update(Array w, Array gradient) {
    return w.sub(gradient.mul(0.01));
  }

  @Test
  void an_iteration_of_a_loop_allocates_little_beyond_what_moves_from_iteration_to_iteration() {
    var xs = normal(ITERATIONS, SIZE);
    var step =
        jit(
                (Array w, Array rows) -> {
                  var loss =
                      valueAndGrad((Array v) ->
                          scan(
                                  (Array h, Array x) -> {
                                    var next = h.mul(v).add(x).tanh();
                                    return new Carry<>(next, next);
                                  },
                                  Numpy.zeros(Shape.of(SIZE)),
                                  rows)
                              .carry()
                              .sum());
                  return update(w, loss.apply(w).grads());
                })
            .donate(0);
    var state = new Array[] {normal(SIZE).add(0)};

    long bytes = leastBytes(() -> state[0] = step.apply(state[0], xs));

    // Forwards and backwards.
    assertThat(bytes / (2 * ITERATIONS)).isLessThan(512);
  }

  @Test
  void an_update_of_many_parameters_allocates_little_for_each() {
    int parameters = 40;
    var gradient = normal(SIZE);
    var step =
        jit((List<Array> w, Array g) -> w.stream().map(one -> update(one, g)).toList()).donate(0);
    var initial = IntStream.range(0, parameters).mapToObj(_ -> normal(SIZE).add(0));
    var state =
        new Object() {
          List<Array> arrays = initial.toList();
        };

    long bytes = leastBytes(() -> state.arrays = step.apply(state.arrays, gradient));

    assertThat(bytes / parameters).isLessThan(400);
  }
}
