package io.cambric.compile.run;

import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops whose carries overwrite each other. */
class ScanLoopTest {

  private static final NdArray FIRST = NdArray.of(Shape.of(2), 1, 2);
  private static final NdArray SECOND = NdArray.of(Shape.of(2), 10, 20);
  private static final NdArray ROWS = NdArray.of(Shape.of(4, 2), 1, 1, 2, 2, 3, 3, 4, 4);

  @Test
  void carries_that_change_places_keep_their_values() {
    var end =
        jit((Array a, Array b) ->
                scan(
                    (List<Array> c, Array x) ->
                        new Carry<>(List.of(c.get(1), c.get(0).add(x)), c.get(0)),
                    List.of(a, b),
                    ROWS))
            .apply(FIRST, SECOND);

    // 1 10, 10 2, 2 12, 12 5, 5 16
    assertThat(end.carry().get(0).toFloats()).containsExactly(5, 6);
    assertThat(end.carry().get(1).toFloats()).containsExactly(16, 26);
    assertThat(end.output().toFloats()).containsExactly(1, 2, 10, 20, 2, 3, 12, 22);
    assertThat(FIRST.toFloats()).containsExactly(1, 2);
    assertThat(SECOND.toFloats()).containsExactly(10, 20);
  }

  @Test
  void one_value_may_be_two_carries_and_a_row() {
    var end =
        jit((Array a) ->
                scan(
                    (List<Array> c, Array x) -> {
                      var next = c.get(0).add(c.get(1)).mul(x);
                      return new Carry<>(List.of(next, next, c.get(0)), next);
                    },
                    List.of(a, a, a),
                    ROWS))
            .apply(FIRST);

    // 1, (1 + 1) 1 = 2, (2 + 2) 2 = 8, (8 + 8) 3 = 48, (48 + 48) 4 = 384
    assertThat(end.carry().get(0).toFloats()).containsExactly(384, 768);
    assertThat(end.carry().get(1).toFloats()).containsExactly(384, 768);
    assertThat(end.carry().get(2).toFloats()).containsExactly(48, 96);
    assertThat(end.output().toFloats()).containsExactly(2, 4, 8, 16, 48, 96, 384, 768);
  }

  @Test
  void a_carry_that_is_passed_through_or_becomes_a_constant_needs_no_memory_of_the_loop() {
    var end =
        jit((Array a, Array b) ->
                scan(
                    (List<Array> c, Array x) -> new Carry<>(List.of(c.get(0), b), c.get(1).add(x)),
                    List.of(a, a),
                    ROWS))
            .apply(FIRST, SECOND);

    assertThat(end.carry().get(0).toFloats()).containsExactly(1, 2);
    assertThat(end.carry().get(1).toFloats()).containsExactly(10, 20);
    assertThat(end.output().toFloats()).containsExactly(2, 3, 12, 22, 13, 23, 14, 24);
  }

  @Test
  void a_while_loop_leaves_its_operands_unchanged() {
    var end =
        jit((Array a, Array b) ->
                whileLoop(
                    (List<Array> c) -> c.get(0).max().lt(50),
                    c -> List.of(c.get(1), c.get(0).add(c.get(1))),
                    List.of(a, b)))
            .apply(FIRST, SECOND);

    // 2 20, 20 22, 22 42, 42 64, 64
    assertThat(end.get(0).toFloats()).containsExactly(32, 64);
    assertThat(FIRST.toFloats()).containsExactly(1, 2);
    assertThat(SECOND.toFloats()).containsExactly(10, 20);
  }

  /**
   * A loop over three carries that the program computes before, so that they begin in the memory
   * they end in.
   */
  private static void assertLikeTheFunction(int iterations, UnaryOperator<List<Array>> body) {
    Fn2<Array, Array, List<Array>> f =
        (a, b) ->
            foriLoop(0, iterations, (i, c) -> body.apply(c), List.of(a.add(b), b.sub(a), a.mul(b)));

    assertThat(TestArrays.exact(jit(f).apply(FIRST, SECOND)))
        .isEqualTo(TestArrays.exact(f.apply(FIRST, SECOND)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void carries_that_begin_in_their_final_memory_may_change_places(int iterations) {
    assertLikeTheFunction(iterations, c -> List.of(c.get(2), c.get(0), c.get(1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void carries_that_begin_in_their_final_memory_may_change_with_their_places(int iterations) {
    assertLikeTheFunction(
        iterations, c -> List.of(c.get(1).add(c.get(0)), c.get(2), c.get(0).mul(2)));
  }

  @Test
  void a_carry_is_written_into_the_memory_of_the_final_one() {
    var f =
        jit((Array a) ->
            scan(
                (Array c, Array x) ->
                    new Carry<>(Lax.dynamicUpdateSliceInDim(c, x.add(c), zero(), 0), c.sum()),
                a.mul(2),
                ROWS));

    assertThat(f.explain(FIRST)).containsPattern("scan\\[4] .* f32\\[2] result 0 in place");
    assertThat(f.apply(FIRST).carry().toFloats()).containsExactly(12, 14);
    assertThat(FIRST.toFloats()).containsExactly(1, 2);
  }

  @Test
  void a_loop_of_no_iterations_returns_its_operands() {
    var f =
        jit((Array a) ->
            whileLoop(
                (List<Array> c) -> c.get(0).max().lt(0),
                c -> List.of(c.get(1), c.get(0)),
                List.of(a.mul(2), a.mul(3))));

    assertThat(f.apply(FIRST).get(0).toFloats()).containsExactly(2, 4);
    assertThat(f.apply(FIRST).get(1).toFloats()).containsExactly(3, 6);
  }

  private static Array zero() {
    return NdArray.scalar(DType.I32, 0);
  }
}
