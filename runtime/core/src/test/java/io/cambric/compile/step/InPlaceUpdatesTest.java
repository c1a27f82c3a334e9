package io.cambric.compile.step;

import static io.cambric.testing.Staged.f32;
import static io.cambric.testing.Staged.i32;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterDims;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.Fn3;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The memory of kernels that update elements of an operand. */
class InPlaceUpdatesTest {

  private static final NdArray X = NdArray.of(Shape.of(4), 1, 2, 3, 4);
  private static final NdArray PLACES = NdArray.ofInts(Shape.of(2, 1), 2, 0);
  private static final NdArray UPDATES = NdArray.of(Shape.of(2), 10, 20);

  private static Jaxpr staged(Function<List<Array>, List<Array>> function) {
    return Staged.of(List.of(f32(4), i32(2, 1), f32(2)), function);
  }

  private static Array added(Array x, Array places, Array updates) {
    var dims = new ScatterDims(Axes.of(), Axes.of(0), Axes.of(0));
    return Lax.scatterAdd(x, places, updates, dims, GatherMode.FILL_OR_DROP);
  }

  private static String text(Jaxpr jaxpr) {
    return Compiler.program(jaxpr).toText();
  }

  private static void assertLikeEvaluation(Jaxpr jaxpr) {
    var arguments = List.of(X, PLACES, UPDATES);
    assertThat(TestArrays.exact(Compiler.program(jaxpr).run(RunArguments.of(arguments))))
        .as(() -> text(jaxpr))
        .isEqualTo(TestArrays.exact(jaxpr.eval(arguments)));
    assertThat(X.toFloats()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void a_loop_computes_the_operand_of_a_scatter_in_the_memory_of_the_result() {
    var jaxpr = staged(x -> List.of(added(Lax.neg(x.get(0)), x.get(1), x.get(2))));

    assertThat(text(jaxpr))
        .isEqualTo(
            """
            program of 3 arguments, 2 steps, 0 buffers of 0 bytes
              out0:f32[4] = loop[4]{v1:f32 = neg v0; store v1} arg0:f32[4]
              out0:f32[4] = scatter-add out0:f32[4] arg1:i32[2,1] arg2:f32[2]
            """);
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void updates_of_updates_share_one_array() {
    var jaxpr =
        staged(x -> {
          var once = added(Lax.neg(x.get(0)), x.get(1), x.get(2));
          return List.of(Lax.exp(added(once, x.get(1), x.get(2))));
        });

    assertThat(Compiler.program(jaxpr).temporaryBytes()).isEqualTo(4 * 4);
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void an_operand_with_a_later_reader_is_copied() {
    var jaxpr =
        staged(x -> {
          var sums = Lax.cumsum(x.get(0), 0, false);
          var changed = added(sums, x.get(1), x.get(2));
          return List.of(changed, Lax.add(Lax.reduceSum(changed, Axes.of(0)), sums));
        });

    assertLikeEvaluation(jaxpr);
  }

  @Test
  void a_result_of_the_program_is_copied() {
    var jaxpr =
        staged(x -> {
          var negated = Lax.neg(x.get(0));
          return List.of(added(negated, x.get(1), x.get(2)), negated);
        });

    assertThat(text(jaxpr)).contains("out0:f32[4] = scatter-add out1:f32[4]");
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void an_operand_that_the_updates_are_a_part_of_is_copied() {
    var jaxpr =
        staged(x -> {
          var negated = Lax.neg(x.get(0));
          var part = Lax.slice(negated, Axes.of(0), Axes.of(2));
          return List.of(added(negated, x.get(1), part));
        });

    assertThat(text(jaxpr)).contains("out0:f32[4] = scatter-add buf0:f32[4]");
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void a_donated_argument_is_updated_in_place_and_others_are_not() {
    Fn3<Array, Array, Array, Array> f = InPlaceUpdatesTest::added;
    var given = NdArray.of(Shape.of(4), 1, 2, 3, 4);

    assertThat(jit(f).donate(0).explain(given, PLACES, UPDATES))
        .isEqualTo(
            """
            3 arguments, 1 step, 0 buffers of 0 B
            step  operation    read  written  flops  functions  results
            0     scatter-add  16 B      8 B      0          0  f32[4] result 0 over argument 0
                  in all       16 B      8 B      0          0
            """);
    assertThat(jit(f).apply(X, PLACES, UPDATES).toFloats()).containsExactly(21, 2, 13, 4);
    assertThat(X.toFloats()).containsExactly(1, 2, 3, 4);
    var changed = jit(f).donate(0).apply(given, PLACES, UPDATES);
    assertThat(changed.toFloats()).containsExactly(21, 2, 13, 4);
  }

  @Test
  void an_iteration_of_a_loop_moves_only_the_elements_it_updates() {
    var f =
        jit((Array start) ->
            foriLoop(
                1,
                4,
                (i, x) -> {
                  var before = Lax.dynamicSliceInDim(x, i.sub(1), 1, 0);
                  return Lax.dynamicUpdateSliceInDim(x, before.mul(10), i, 0);
                },
                start));

    assertThat(f.explain(X))
        .containsPattern("dynamic_update_slice +8 B +4 B .*f32\\[4] result 1 over argument 1\n");
    assertThat(f.apply(X).toFloats()).containsExactly(1, 10, 100, 1000);
    assertThat(X.toFloats()).containsExactly(1, 2, 3, 4);
  }
}
