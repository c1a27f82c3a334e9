package io.cambric.compile;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.compile.jaxpr.CommonSubexpressions;
import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.DeadCode;
import io.cambric.core.Inliner;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.Trace;
import io.cambric.lax.Lax;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import io.cambric.testing.TestOps;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Inlining, common subexpression elimination and dead code elimination. */
class PassesTest {

  private static Array one() {
    return NdArray.scalar(DType.F32, 1);
  }

  @Test
  void calls_are_replaced_by_their_equations_to_any_depth_and_any_number_of_times() {
    var innermost = Staged.of(f32(2), x -> Lax.neg(x));
    var inner = Staged.of(f32(2), x -> Trace.bind(new JitCall("g", innermost), Lax.exp(x)));
    var outer =
        Staged.of(
            f32(2),
            x -> {
              var once = Trace.bind(new JitCall("f", inner), x);
              return Trace.bind(new JitCall("f", inner), once);
            });

    assertThat(Inliner.inline(outer).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2]. let
                b:f32[2] = exp a
                c:f32[2] = neg b
                d:f32[2] = exp c
                e:f32[2] = neg d
              in (e,) }\
            """);
  }

  @Test
  void a_call_that_returns_its_operand_or_a_literal_leaves_no_equation() {
    var inner = Staged.of(List.of(f32()), x -> List.of(x.getFirst(), one()));
    var outer = Staged.of(List.of(f32()), x -> Trace.bind(new JitCall("f", inner), x));

    assertThat(Inliner.inline(outer).toText())
        .isEqualTo("{ lambda ; a:f32[]. let\n  in (a, 1.0:f32[]) }");
  }

  @Test
  void equal_operations_on_the_same_operands_are_computed_once() {
    var jaxpr =
        Staged.of(f32(2), x -> Lax.add(Lax.mul(Lax.exp(x), one()), Lax.mul(Lax.exp(x), one())));

    assertThat(CommonSubexpressions.merge(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2]. let
                b:f32[2] = exp a
                c:f32[2] = mul b 1.0:f32[]
                d:f32[2] = add c c
              in (d,) }\
            """);
  }

  @Test
  void zero_and_minus_zero_are_different_operands_and_nan_is_one() {
    var jaxpr =
        Staged.of(
            List.of(f32(2)),
            x ->
                List.of(
                    Lax.mul(x.getFirst(), NdArray.scalar(DType.F32, 0.0)),
                    Lax.mul(x.getFirst(), NdArray.scalar(DType.F32, -0.0)),
                    Lax.mul(x.getFirst(), NdArray.scalar(DType.F32, Double.NaN)),
                    Lax.mul(x.getFirst(), NdArray.scalar(DType.F32, Double.NaN))));

    assertThat(CommonSubexpressions.merge(jaxpr).eqns()).hasSize(3);
  }

  @Test
  void operations_with_several_results_are_merged_result_by_result() {
    var jaxpr =
        Staged.of(
            List.of(f32(2, 3)),
            x -> {
              var first = Trace.bind(new TestOps.SumAndMax(), x);
              var second = Trace.bind(new TestOps.SumAndMax(), x);
              return List.of(Lax.sub(first.get(0), second.get(1)));
            });

    assertThat(CommonSubexpressions.merge(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2,3]. let
                b:f32[2] c:f32[2] = sum_and_max a
                d:f32[2] = sub b c
              in (d,) }\
            """);
  }

  @Test
  void equations_without_readers_are_dropped_with_the_equations_that_only_they_read() {
    var jaxpr =
        Staged.of(
            List.of(f32(2)),
            x -> {
              Lax.neg(Lax.exp(x.getFirst()));
              return List.of(Lax.exp(Lax.neg(x.getFirst())));
            });

    assertThat(DeadCode.drop(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[2]. let
                b:f32[2] = neg a
                c:f32[2] = exp b
              in (c,) }\
            """);
  }

  @Test
  void an_equation_stays_while_one_of_its_results_is_read() {
    var jaxpr =
        Staged.of(List.of(f32(2, 3)), x -> List.of(Trace.bind(new TestOps.SumAndMax(), x).get(1)));

    assertThat(DeadCode.drop(jaxpr).eqns()).hasSize(1);
    assertThat(run(jaxpr, TestArrays.matrix(2, 3, 1, 5, 2, 9, 3, 4)))
        .containsExactly("f32[2] 5.0 9.0");
  }

  @Test
  void inputs_stay_even_without_readers() {
    var jaxpr = Staged.of(List.of(f32(2), f32(3)), x -> List.of(x.get(1)));

    assertThat(Compiler.optimise(jaxpr).inputs()).hasSize(2);
  }

  private static List<String> run(Jaxpr jaxpr, NdArray... arguments) {
    return TestArrays.exact(Compiler.program(jaxpr).run(RunArguments.of(List.of(arguments))));
  }
}
