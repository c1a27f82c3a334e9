package io.cambric.compile.step;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.testing.Staged;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Copy elision: results of kernels, written straight to the target of their copy. */
class CopyElisionTest {

  private static final NdArray X = NdArray.of(Shape.of(2, 2), 1, 2, 3, 4);

  private static Jaxpr staged(Function<Array, List<Array>> function) {
    return Staged.of(List.<ShapedArray>of(f32(2, 2)), x -> function.apply(x.getFirst()));
  }

  private static List<float[]> run(Jaxpr jaxpr) {
    return Compiler.program(jaxpr).run(RunArguments.of(List.of(X))).stream()
        .map(Array::toFloats)
        .toList();
  }

  /** 7 10 15 22. */
  private static Array squared(Array x) {
    return Lax.dotGeneral(x, x, new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of()));
  }

  @Test
  void a_product_is_written_into_its_slice_of_the_whole() {
    var jaxpr = staged(x -> List.of(Lax.concatenate(List.of(x, squared(x)), 0)));

    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(2);
    assertThat(run(jaxpr).getFirst()).containsExactly(1, 2, 3, 4, 7, 10, 15, 22);
  }

  @Test
  void a_reader_through_a_view_reads_the_slice_of_the_whole() {
    var jaxpr =
        staged(x -> {
          var product = squared(x);
          var transposed = squared(Lax.transpose(product, Axes.of(1, 0)));
          return List.of(Lax.concatenate(List.of(x, product), 0), transposed);
        });

    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(3);
    assertThat(run(jaxpr).get(0)).containsExactly(1, 2, 3, 4, 7, 10, 15, 22);
    assertThat(run(jaxpr).get(1)).containsExactly(199, 435, 290, 634);
  }

  @Test
  void a_whole_is_written_into_a_larger_one_with_its_parts() {
    var jaxpr =
        staged(x -> {
          var inner = Lax.concatenate(List.of(squared(x), x), 0);
          var sum = Lax.reduceSum(inner, Axes.of(0));
          var row = Lax.reshape(sum, Shape.of(1, 2));
          return List.of(Lax.concatenate(List.of(row, inner), 0));
        });

    assertThat(run(jaxpr).getFirst()).containsExactly(26, 38, 7, 10, 15, 22, 1, 2, 3, 4);
    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(3);
  }

  @Test
  void a_part_is_copied_if_it_is_a_result_or_part_of_two_wholes_or_not_contiguous() {
    var jaxpr =
        staged(x -> {
          var product = squared(x);
          var strided = squared(Lax.neg(x));
          var above = Lax.concatenate(List.of(product, x), 0);
          var other = Lax.concatenate(List.of(strided, x), 1);
          return List.of(product, above, other);
        });

    var results = run(jaxpr);

    assertThat(results.get(0)).containsExactly(7, 10, 15, 22);
    assertThat(results.get(1)).containsExactly(7, 10, 15, 22, 1, 2, 3, 4);
    assertThat(results.get(2)).containsExactly(7, 10, 1, 2, 15, 22, 3, 4);
  }

  @Test
  void a_loop_over_the_whole_is_no_epilogue_of_a_product_that_is_a_part_of_it() {
    var jaxpr =
        staged(x -> {
          var both = List.of(squared(x), squared(Lax.transpose(x, Axes.of(1, 0))));
          return List.of(Lax.neg(Lax.concatenate(both, 0)));
        });

    assertThat(run(jaxpr).getFirst()).containsExactly(-7, -10, -15, -22, -7, -15, -10, -22);
    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(3);
  }

  @Test
  void a_part_of_two_wholes_is_written_into_the_first() {
    var jaxpr =
        staged(x -> {
          var product = squared(x);
          var first = Lax.concatenate(List.of(product, x), 0);
          var second = Lax.concatenate(List.of(x, product), 0);
          return List.of(first, second);
        });

    assertThat(run(jaxpr).get(0)).containsExactly(7, 10, 15, 22, 1, 2, 3, 4);
    assertThat(run(jaxpr).get(1)).containsExactly(1, 2, 3, 4, 7, 10, 15, 22);
    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(4);
  }
}
