package io.cambric.kernels.simd.gemm;

import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernels.simd.jit.WarmUp;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops whose iterations multiply by the same matrix, whose panels are packed once. */
class PrepackedOperandTest {

  private static final int SIZE = 70;
  private static final int ITERATIONS = 5;

  @AfterEach
  void restore() {
    WarmUp.skipWaiting(false);
  }

  private static NdArray matrix(int rows, Random random) {
    float[] values = new float[rows * SIZE];
    for (int i = 0; i < values.length; i++) {
      values[i] = (random.nextFloat() - 0.5f) / 4;
    }
    return NdArray.of(Shape.of(rows, SIZE), values);
  }

  /** Runs a program on three matrices, one after another. */
  private static void check(Fn2<Array, Array, Array> loop, Fn2<Array, Array, Array> iteration) {
    var random = new Random(11);
    var compiled = jit(loop);
    for (int run = 0; run < 3; run++) {
      var weights = matrix(SIZE, random);
      var first = matrix(9, random);
      Array expected = first;
      for (int i = 0; i < ITERATIONS; i++) {
        expected = iteration.apply(weights, expected);
      }

      var actual = compiled.apply(weights, first);

      assertThat(actual.toFloats()).as("run " + run).isEqualTo(expected.toFloats());
    }
  }

  @Test
  void large_operands_and_operands_of_skinny_products_are_not_prepacked() {
    var wide = new MatmulSpec(1, 8, 4096, 4096, DType.F32);
    assertThat(SimdMatmul.prepacks(wide, 0)).isTrue();
    assertThat(SimdMatmul.prepacks(wide, 1)).isTrue();
    assertThat(SimdMatmul.prepacks(new MatmulSpec(2, 8, 4096, 4096, DType.F32), 1)).isFalse();
    assertThat(SimdMatmul.prepacks(new MatmulSpec(1 << 20, 8, 1 << 20, 4, DType.F32), 1)).isFalse();
    assertThat(SimdMatmul.prepacks(new MatmulSpec(1, 3, 64, 64, DType.F32), 1)).isFalse();
    assertThat(SimdMatmul.prepacks(new MatmulSpec(1, 64, 3, 64, DType.F32), 1)).isFalse();
  }

  @ParameterizedTest(name = "vectors={0}")
  @ValueSource(booleans = {true, false})
  void a_scan_multiplies_by_the_matrix_it_is_given(boolean vectors) {
    WarmUp.skipWaiting(vectors);
    var iterations = NdArray.of(Shape.of(ITERATIONS), new float[ITERATIONS]);

    check(
        (w, x) -> scan((Array c, Array _) -> new Carry<>(c.matmul(w), c), x, iterations).carry(),
        (w, x) -> x.matmul(w));
  }

  @ParameterizedTest(name = "vectors={0}")
  @ValueSource(booleans = {true, false})
  void a_loop_multiplies_by_the_transpose_of_the_matrix_it_is_given(boolean vectors) {
    WarmUp.skipWaiting(vectors);

    check(
        (w, x) -> foriLoop(0, ITERATIONS, (_, c) -> c.matmul(w.transpose()), x),
        (w, x) -> x.matmul(w.transpose()));
  }

  @ParameterizedTest(name = "vectors={0}")
  @ValueSource(booleans = {true, false})
  void a_loop_multiplies_the_matrix_it_is_given(boolean vectors) {
    WarmUp.skipWaiting(vectors);

    check(
        (w, x) -> foriLoop(0, ITERATIONS, (_, c) -> w.matmul(c.transpose()).transpose(), x),
        (w, x) -> w.matmul(x.transpose()).transpose());
  }

  @ParameterizedTest(name = "vectors={0}")
  @ValueSource(booleans = {true, false})
  void a_loop_in_a_loop_multiplies_by_the_matrix_of_its_iteration(boolean vectors) {
    WarmUp.skipWaiting(vectors);
    Fn2<Array, Array, Array> inner = (w, x) -> foriLoop(0, 3, (_, c) -> c.matmul(w), x);

    check(
        (w, x) -> foriLoop(0, ITERATIONS, (i, c) -> inner.apply(w.mul(i.add(1)), c), x),
        new Fn2<>() {
          private int iteration;

          @Override
          public Array apply(Array w, Array x) {
            var scaled = w.mul(iteration++ % ITERATIONS + 1);
            return x.matmul(scaled).matmul(scaled).matmul(scaled);
          }
        });
  }
}
