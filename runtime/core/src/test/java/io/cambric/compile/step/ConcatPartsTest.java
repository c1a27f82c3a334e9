package io.cambric.compile.step;

import static io.cambric.testing.Staged.f32;
import static io.cambric.transform.Transforms.jit;
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
import io.cambric.testing.Staged;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Parts of concatenations that fusion groups write in place. */
class ConcatPartsTest {

  private static final NdArray X = NdArray.of(Shape.of(2, 2), 1, 2, 3, 4);

  private static Jaxpr staged(Function<Array, List<Array>> function) {
    return Staged.of(List.<ShapedArray>of(f32(2, 2)), x -> function.apply(x.getFirst()));
  }

  private static List<float[]> run(Jaxpr jaxpr) {
    return Compiler.program(jaxpr).run(RunArguments.of(List.of(X))).stream()
        .map(Array::toFloats)
        .toList();
  }

  @Test
  void loops_write_their_results_into_slices_and_other_operands_are_copied() {
    var jaxpr = staged(x -> List.of(Lax.concatenate(List.of(Lax.neg(x), x, Lax.add(x, x)), 1)));

    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(2);
    assertThat(run(jaxpr).getFirst()).containsExactly(-1, -2, 1, 2, 2, 4, -3, -4, 3, 4, 6, 8);
  }

  @Test
  void a_part_can_have_other_readers_and_be_part_of_two_arrays() {
    var jaxpr =
        staged(x -> {
          var part = Lax.neg(x);
          var first = Lax.concatenate(List.of(part, x), 0);
          var second = Lax.concatenate(List.of(x, part, part), 0);
          return List.of(first, second, part, Lax.exp(Lax.mul(part, Lax.fullLike(part, 0))));
        });

    var results = run(jaxpr);

    assertThat(results.get(0)).containsExactly(-1, -2, -3, -4, 1, 2, 3, 4);
    assertThat(results.get(1)).containsExactly(1, 2, 3, 4, -1, -2, -3, -4, -1, -2, -3, -4);
    assertThat(results.get(2)).containsExactly(-1, -2, -3, -4);
    assertThat(results.get(3)).containsOnly(1);
  }

  @Test
  void a_reader_of_the_whole_does_not_join_the_loop_that_writes_a_part_of_its_shape() {
    var jaxpr =
        staged(x -> {
          var empty = Lax.sliceInDim(x, 0, 0, 1, 0);
          var whole = Lax.concatenate(List.of(Lax.neg(x), empty), 0);
          return List.of(Lax.add(whole, x), Lax.reduceSum(whole, Axes.of(1)));
        });

    assertThat(run(jaxpr).get(0)).containsOnly(0);
    assertThat(run(jaxpr).get(1)).containsExactly(-3, -7);
  }

  @Test
  void
      a_whole_does_not_overwrite_a_donated_argument_that_is_read_after_its_first_part_is_written() {
    var joined =
        jit(
                (Array x, Array y, Array z) -> {
                  var first = Lax.neg(y);
                  var between = Lax.add(x, x);
                  return List.of(Lax.concatenate(List.of(first, Lax.exp(z)), 0), between);
                })
            .donate(0);
    var owned = Lax.neg(NdArray.of(Shape.of(4), 1, 2, 3, 4));
    var pair = NdArray.of(Shape.of(2), 5, 6);

    var results = joined.apply(owned, pair, Lax.sub(pair, pair));

    assertThat(results.get(0).toFloats()).containsExactly(-5, -6, 1, 1);
    assertThat(results.get(1).toFloats()).containsExactly(-2, -4, -6, -8);
  }
}
