package io.cambric.transform;

import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.scan;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.control.Scan;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Carries that a scan stacks. */
class ScanCarriesTest {

  private static final NdArray START = NdArray.of(Shape.of(2), 1, 2);
  private static final NdArray ROWS = NdArray.of(Shape.of(3, 2), 1, 1, 2, 2, 3, 3);

  /** Stacks of the carry before, after and once more before each iteration. */
  private static List<Array> around(Array start, boolean reverse) {
    return scan(
            (Array c, Array x) -> {
              var next = c.mul(2).add(x);
              return new Carry<>(next, List.of(c, next, c));
            },
            start,
            ROWS,
            ScanOptions.DEFAULT.withReverse(reverse))
        .output();
  }

  private static Jaxpr onlyBody(Jaxpr program) {
    var scans = program.eqns().stream().filter(eqn -> eqn.primitive() instanceof Scan).toList();
    assertThat(scans).hasSize(1);
    return ((Scan) scans.getFirst().primitive()).body();
  }

  @Test
  void a_carry_before_and_after_each_iteration_is_stacked_once() {
    var body = onlyBody(Compiler.optimise(makeJaxpr((Array c) -> around(c, false), START)));

    assertThat(body.outputs()).hasSize(2).doesNotContainAnyElementsOf(body.inputs());
    assertThat(body.outputs().get(0)).isSameAs(body.outputs().get(1));
  }

  @Test
  void its_rows_are_the_first_carry_and_the_carries_of_earlier_iterations() {
    var results = jit((Array c) -> around(c, false)).apply(START);

    assertThat(results.get(0).toFloats()).containsExactly(1, 2, 3, 5, 8, 12);
    assertThat(results.get(1).toFloats()).containsExactly(3, 5, 8, 12, 19, 27);
    assertThat(results.get(2).toFloats()).containsExactly(1, 2, 3, 5, 8, 12);
  }

  @Test
  void in_a_loop_from_the_last_row_to_the_first_the_first_carry_is_the_last_row() {
    var results = jit((Array c) -> around(c, true)).apply(START);

    assertThat(results.get(0).toFloats()).containsExactly(12, 16, 5, 7, 1, 2);
    assertThat(results.get(1).toFloats()).containsExactly(25, 33, 12, 16, 5, 7);
    assertThat(results.get(2).toFloats()).containsExactly(12, 16, 5, 7, 1, 2);
  }

  @Test
  void carries_that_are_passed_on_are_stacked_as_they_are() {
    ArrayFn swapped =
        start ->
            scan(
                    (List<Array> c, Array x) ->
                        new Carry<>(List.of(c.get(1), c.get(0)), c.get(0).add(x)),
                    List.of(start, start.mul(2)),
                    ROWS)
                .output();
    var program = Compiler.optimise(makeJaxpr(swapped, START));

    assertThat(program.toString()).doesNotContain("concatenate");
    assertThat(jit(swapped).apply(START).toFloats()).containsExactly(2, 3, 4, 6, 4, 5);
  }
}
