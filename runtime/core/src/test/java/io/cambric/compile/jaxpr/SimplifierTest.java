package io.cambric.compile.jaxpr;

import static io.cambric.testing.Staged.f32;
import static io.cambric.testing.Staged.i32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import io.cambric.testing.TestOps;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SimplifierTest {

  private static String simplified(ShapedArray aval, Function<Array, Array> function) {
    return Simplifier.simplify(Staged.of(aval, function)).toText();
  }

  private static Array number(DType dtype, double value) {
    return NdArray.scalar(dtype, value);
  }

  private static final String NOTHING_LEFT_F32 = "{ lambda ; a:f32[3]. let\n  in (a,) }";
  private static final String NOTHING_LEFT_I32 = "{ lambda ; a:i32[3]. let\n  in (a,) }";

  @Test
  void multiplication_and_division_by_one_are_dropped() {
    assertThat(simplified(f32(3), x -> Lax.mul(x, number(DType.F32, 1))))
        .isEqualTo(NOTHING_LEFT_F32);
    assertThat(simplified(f32(3), x -> Lax.div(x, number(DType.F32, 1))))
        .isEqualTo(NOTHING_LEFT_F32);
    assertThat(simplified(i32(3), x -> Lax.mul(x, number(DType.I32, 1))))
        .isEqualTo(NOTHING_LEFT_I32);
  }

  @Test
  void addition_of_zero_is_dropped_for_integers() {
    assertThat(simplified(i32(3), x -> Lax.add(x, number(DType.I32, 0))))
        .isEqualTo(NOTHING_LEFT_I32);
  }

  @Test
  void addition_of_zero_stays_for_floats_because_it_changes_minus_zero_to_zero() {
    assertThat(simplified(f32(3), x -> Lax.add(x, number(DType.F32, 0))))
        .contains("add a 0.0:f32[]");
    var program = Compiler.program(Staged.of(f32(1), x -> Lax.add(x, number(DType.F32, 0))));
    assertThat(TestArrays.exact(program.run(RunArguments.of(List.of(TestArrays.vector(-0f))))))
        .containsExactly("f32[1] 0.0");
  }

  @Test
  void subtraction_of_zero_is_dropped_but_not_that_of_minus_zero() {
    assertThat(simplified(f32(3), x -> Lax.sub(x, number(DType.F32, 0))))
        .isEqualTo(NOTHING_LEFT_F32);
    assertThat(simplified(f32(3), x -> Lax.sub(x, number(DType.F32, -0.0))))
        .contains("sub a -0.0:f32[]");
  }

  @Test
  void multiplication_by_zero_stays_because_of_nan_and_infinity() {
    assertThat(simplified(f32(3), x -> Lax.mul(x, number(DType.F32, 0))))
        .contains("mul a 0.0:f32[]");
  }

  @Test
  void operations_whose_result_is_larger_than_their_scalar_operand_stay() {
    var text =
        Simplifier.simplify(
                Staged.of(
                    List.of(f32(), f32(3)),
                    x -> List.of(Lax.mul(x.get(0), x.get(1)), Lax.sub(x.get(0), x.get(1)))))
            .toText();
    assertThat(text).contains("mul a b").contains("sub a b");
  }

  @Test
  void scalars_that_are_known_are_folded() {
    assertThat(
            simplified(
                f32(3),
                x -> Lax.mul(x, Lax.exp(Lax.sub(number(DType.F32, 2), number(DType.F32, 2))))))
        .isEqualTo(NOTHING_LEFT_F32);
  }

  @Test
  void sixty_four_bit_integers_are_folded_only_as_far_as_a_double_holds_them() {
    var small = Staged.of(List.of(), _ -> List.of(i64Product(1L << 20)));
    var large = Staged.of(List.of(), _ -> List.of(i64Product(1L << 29)));

    assertThat(Simplifier.simplify(small).eqns()).isEmpty();
    assertThat(Simplifier.simplify(large).eqns()).hasSize(1);
    assertThat(Compiler.program(large).run(RunArguments.of(List.of())).getFirst().getLong(0))
        .isEqualTo((1L << 58) + (1L << 30) + 1);
  }

  private static Array i64Product(long value) {
    return Lax.mul(number(DType.I64, value + 1), number(DType.I64, value + 1));
  }

  @Test
  void conversions_to_the_same_dtype_are_dropped_but_narrowing_and_back_is_not() {
    var weak = new ShapedArray(Shape.of(3), DType.F32, true);
    assertThat(simplified(weak, x -> Lax.convertElementType(x, DType.F32)))
        .isEqualTo("{ lambda ; a:f32[3]. let\n  in (a,) }");
    assertThat(
            simplified(
                f32(3),
                x -> Lax.convertElementType(Lax.convertElementType(x, DType.BF16), DType.F32)))
        .contains("convert_element_type[new_dtype=bfloat16 weak_type=False] a");
  }

  @Test
  void views_of_the_whole_array_are_dropped() {
    assertThat(
            Simplifier.simplify(Staged.of(f32(1, 1), x -> Trace.bind(new TestOps.Reversed(0), x)))
                .eqns())
        .isEmpty();
    assertThat(
            Simplifier.simplify(Staged.of(f32(2, 2), x -> Lax.transpose(x, Axes.of(1, 0)))).eqns())
        .hasSize(1);
    assertThat(
            Simplifier.simplify(Staged.of(f32(3), x -> Trace.bind(new TestOps.Reversed(0), x)))
                .eqns())
        .hasSize(1);
  }

  @Test
  void the_result_of_a_program_is_weak_exactly_when_it_was_traced_so() {
    var weak = new ShapedArray(Shape.scalar(), DType.F32, true);
    var strengthened = Compiler.program(Staged.of(weak, x -> Lax.convertElementType(x, DType.F32)));

    var result = strengthened.run(RunArguments.of(List.of(NdArray.weakScalar(2.0)))).getFirst();

    assertThat(result.aval()).isEqualTo(f32());
  }
}
