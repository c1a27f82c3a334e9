package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.KernelRegistry;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Short rows, whose elements a loop over rows computes one by one. */
class ShortRowsTest {

  static LongStream seeds() {
    return Seeds.of(100);
  }

  @BeforeEach
  void assumeKernelsThatFoldByTrees() {
    assumeThat(KernelRegistry.kernels().takesStraightCode()).isTrue();
  }

  private static NdArray normal(long seed, DType dtype, int... dims) {
    var array = io.cambric.numpy.Random.normal(io.cambric.numpy.Key.of(seed), Shape.of(dims));
    return (NdArray) array.mul(3).astype(dtype);
  }

  private static String checked(UnaryOperator<Array> function, NdArray x) {
    var jaxpr = Transforms.makeJaxpr((ArrayFn) function::apply, x);
    var program = Compiler.program(jaxpr);
    assertThat(TestArrays.exact(program.run(RunArguments.of(List.of(x)))))
        .as(program::toText)
        .isEqualTo(TestArrays.exact(jaxpr.eval(List.of(x))));
    return program.toText();
  }

  @Test
  void a_softmax_of_three_classes_is_a_loop_over_rows() {
    var text = checked(Activations::softmax, normal(1, DType.F32, 500, 3));

    assertThat(text).contains("loop[500]").doesNotContain("row_");
  }

  @Test
  void a_sum_of_rows_of_two_is_a_loop_that_adds_them() {
    var text = checked(x -> x.square().sum(1), normal(2, DType.F32, 300, 2));

    assertThat(text).contains("loop[300]").doesNotContain("reduce_sum");
  }

  @Test
  void rows_of_nine_keep_their_reduction() {
    var text = checked(Activations::softmax, normal(3, DType.F32, 500, 9));

    assertThat(text).contains("row_max").contains("row_sum");
  }

  @Test
  void negative_zeros_add_to_zero_as_in_kernels() {
    checked(x -> x.mul(-0.0).sum(1), (NdArray) Numpy.ones(40, 3));
  }

  @Test
  void the_coordinates_of_pairs_of_points_are_copied_to_be_neighbours() {
    var x = normal(4, DType.F32, 120, 3);
    var jaxpr =
        Transforms.makeJaxpr(
            (ArrayFn)
                points -> {
                  var apart = points.reshape(1, 120, 3).sub(points.reshape(120, 1, 3));
                  var squares = apart.square().sum(2).add(0.01);
                  return apart.div(squares.mul(squares.sqrt()).expandDims(2)).sum(1);
                },
            x);
    var program = Compiler.program(jaxpr);

    assertThat(program.toText()).contains("loop[120, 120]").contains("loop[1, 120]{store v0}");
    double[] forces = TestArrays.doubles(program.run(RunArguments.of(List.of(x))).getFirst());
    // A fused reduction may add in another order.
    assertThat(forces)
        .usingComparatorWithPrecision(2e-3)
        .containsExactly(TestArrays.doubles(jaxpr.eval(List.of(x)).getFirst()));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void programs_over_short_rows_have_the_bits_of_their_equations(long seed) {
    var random = new Random(seed);
    int rank = random.nextInt(1, 4);
    int[] dims = random.ints(rank, 1, 20).toArray();
    dims[rank - 1] = random.nextInt(1, 10);
    var dtype =
        List.of(DType.F32, DType.F64, DType.BF16, DType.I32, DType.F32).get(random.nextInt(5));
    checked(x -> body(x, random), normal(seed, dtype, dims));
  }

  private static Array body(Array x, Random random) {
    var value = x;
    for (int i = 0; i < 4; i++) {
      var row =
          switch (random.nextInt(3)) {
            case 0 -> value.sum(-1);
            case 1 -> value.max(-1);
            default -> value.min(-1);
          };
      var spread = row.expandDims(-1);
      value =
          switch (random.nextInt(4)) {
            case 0 -> value.sub(spread);
            case 1 -> Numpy.maximum(value, spread.mul(2)).add(x);
            case 2 -> Numpy.where(value.lt(spread), value, x).mul(spread);
            default -> value.add(Numpy.arange(x.dim(-1)).astype(x.dtype())).sub(row.expandDims(-1));
          };
    }
    return random.nextBoolean() ? value : value.sum(-1);
  }
}
