package io.cambric.kernels.simd;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.RunArguments;
import io.cambric.kernel.PrepackedPanels;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.transform.function.Fn2;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Products with weights that are the same from call to call, whose panels are packed once. */
class PrepackedPanelsTest {

  private static final int SIZE = 70;
  private static final Random RANDOM = new Random(12);

  /** Products with transposed matrices, which are packed on all machines. */
  private static final Fn2<Array, Array, Array> LAYER =
      (w, x) -> x.matmul(w.transpose()).tanh().matmul(w.transpose());

  /** Vector code packs from the first call on, and not when it has been compiled. */
  @BeforeEach
  void pack() {
    WarmUp.skipWaiting(true);
  }

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  private static NdArray matrix(int rows) {
    float[] values = new float[rows * SIZE];
    for (int i = 0; i < values.length; i++) {
      values[i] = (RANDOM.nextFloat() - 0.5f) / 4;
    }
    return NdArray.of(Shape.of(rows, SIZE), values);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 40})
  void results_have_the_bits_of_packing_at_each_call(int rows) {
    var plain = jit(LAYER);
    var prepacked = jit(LAYER).prepack(0);
    for (int model = 0; model < 3; model++) {
      var w = matrix(SIZE);
      for (int call = 0; call < 3; call++) {
        var x = matrix(rows);

        assertThat(prepacked.apply(w, x).toFloats())
            .as("model %d, call %d", model, call)
            .isEqualTo(plain.apply(w, x).toFloats());
      }
    }
  }

  /** The buffer changes under the array, which no caller may do: the panels are those of before. */
  @Test
  void panels_are_packed_at_the_first_call_alone() {
    assumeThat(Integer.getInteger("tests.vectorbits", 0))
        .as("width of vectors, of which two floats are computed without panels")
        .isNotEqualTo(64);
    var w = matrix(SIZE);
    var x = matrix(SIZE);
    var compiler = ProgramCompiler.get();
    var jaxpr = jit(LAYER).lower(w, x).jaxpr();
    var prepacked = new PrepackedPanels(List.of(true, false));
    var once = RunArguments.of(List.of(w, x));
    var again = once.withPrepacked(prepacked);
    var first = compiler.run(jaxpr, again).getFirst().toFloats();
    w.buffer().copyFrom(0, matrix(SIZE).buffer(), 0, SIZE * SIZE);

    assertThat(compiler.run(jaxpr, again).getFirst().toFloats()).isEqualTo(first);
    assertThat(compiler.run(jaxpr, once).getFirst().toFloats()).isNotEqualTo(first);
  }

  @Test
  void captured_weights_are_prepacked_with_the_arguments() {
    var captured = matrix(SIZE);
    var prepacked = jit((Array w, Array x) -> x.matmul(w).add(x.matmul(captured))).prepack(0);
    var w = matrix(SIZE);
    for (int call = 0; call < 3; call++) {
      var x = matrix(9);

      assertThat(prepacked.apply(w, x).toFloats())
          .isEqualTo(jit((Array a) -> a.matmul(w).add(a.matmul(captured))).apply(x).toFloats());
    }
  }

  @Test
  void threads_with_models_of_their_own_get_their_own_results() throws Exception {
    var prepacked = jit(LAYER).prepack(0);
    var models = List.of(matrix(SIZE), matrix(SIZE), matrix(SIZE));
    var x = matrix(9);
    var expected = models.stream().map(w -> jit(LAYER).apply(w, x).toFloats()).toList();
    try (var threads = Executors.newFixedThreadPool(models.size())) {
      var answers = new ArrayList<Future<?>>();
      for (int i = 0; i < 300; i++) {
        int model = i % models.size();
        answers.add(
            threads.submit(() ->
                assertThat(prepacked.apply(models.get(model), x).toFloats())
                    .isEqualTo(expected.get(model))));
      }
      for (var answer : answers) {
        answer.get();
      }
    }
  }

  @Test
  void gradients_through_a_program_that_prepacks_are_those_of_a_plain_one() {
    var w = matrix(SIZE);
    var x = matrix(9);

    assertThat(grad((Array a) -> jit(LAYER).prepack(0).apply(a, x).sum()).apply(w).toFloats())
        .isEqualTo(grad((Array a) -> jit(LAYER).apply(a, x).sum()).apply(w).toFloats());
  }
}
